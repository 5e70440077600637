/** What `--help` says. */
import { DEFAULT_PORT, VERSION } from "./options.ts";

export const HELP = `fishbowl ${VERSION}: a chat with several language-model agents at once

  serve                         serve the chat (default)
  export ID [--out FILE]        write a conversation's log as NDJSON
    --proof                     signed, so that anybody can check it: docs/PROOF.md;
    --messages ID[,ID]          with the words of these messages alone;
    --without-prompts           without those of prompts
  import FILE                   read such a file; twice is fine. An export of ChatGPT,
                                Claude, LibreChat, Open WebUI or SillyTavern, or a
                                conversation in Markdown, goes into a running server:
                                tells what is in it, and with --yes takes it in;
                                --branches: other branches too. A character card
                                becomes an agent
  verify                        check every hash, position and derived row
  verify FILE [--key KEY]       check a proof, without a store; --key: whose it must be, or FILE with its keys
  sign                          sign where conversations stand, as happens each hour
                                and at every backup and proof; --new-key: with another
                                key from here on
  rebuild                       write the derived rows again from the log
  backup --out FOLDER           copy the store, also while it is served, and verify
                                the copy; --keep N: a series of dated copies;
                                --every 6h: go on, one every so often
  restore --from BACKUP         put a backup in place of the store of the data folder,
                                while nobody has it open; --replace puts aside what
                                is there; --kv: into an empty service. What was erased
                                since is erased again, conversations that were deleted
                                too, but for --with-deleted
  migrate                       bring the store of an earlier release up to date; the
                                old one is kept beside it
  compact                       write the store's file anew, without what was removed
  token create NAME             make a token for a program; token list; token revoke ID
    --scope SCOPE               chat, read, metrics or all (default)
    --expires WHEN              days from now, or a date; never without it
  password                      set the password, read from standard input
  ask AGENT [QUESTION]          ask an agent or agency of a running server; what is
                                piped in belongs to the question
    --conversation ID           go on in that conversation
  tail [ID]                     print the log of a running server, or of one
                                conversation, as it grows: an event in JSON a line
    --after PLACE               begin behind that event
  check FILE                    run an exported conversation again, and say whether what
                                is expected in it still holds: docs/CHECKS.md
    --model KIND/MODEL          with another model; several: one run each
    --prompt AGENT=FILE         with another prompt
    --judge KIND/MODEL          who judges what an answer must be like
    --base-url ADDRESS          where the models are, if not with their maker
    --tokens N                  each run may use so many at most
    --offline                   ask nobody: answers are those of FILE, or of
    --answers FILE              another run of it
    --junit FILE, --json        what came of it, for CI
    --against FILE              what changed since an earlier --json
    --out FILE                  write the last run, as export does
  mcp-bridge -- COMMAND ARGS…   serve an MCP server of standard input and output to
                                this machine, and tell what to add in Settings
    --port N                    any that is free, unless one is given
    --pass-env NAME[,NAME]      what the command sees besides PATH, HOME and such

  --port N         port, ${DEFAULT_PORT}                       FISHBOWL_PORT
  --host ADDRESS   address to bind, 127.0.0.1       FISHBOWL_HOST
  --data FOLDER    where the store is, ./data       FISHBOWL_DATA
  --kv URL         a KV Connect service instead     FISHBOWL_KV
                   (default: the one that Deno Deploy gives a program)
  --allowed-host NAME[,NAME]  further host names    FISHBOWL_ALLOWED_HOSTS
  --allowed-origin ORIGIN[,ORIGIN]  pages of other servers that may call with a
                   token, as http://localhost:3000  FISHBOWL_ALLOWED_ORIGINS
  --behind-proxy   only a proxy reaches this server, and its X-Forwarded-For,
                   -Proto and -Host are true: 1     FISHBOWL_BEHIND_PROXY
                   the key of keys, 64 hex digits   FISHBOWL_MASTER_KEY
  --url ADDRESS    for ask, tail and import, http://localhost:${DEFAULT_PORT}  FISHBOWL_URL
                   their token                      FISHBOWL_TOKEN
                   key of the models of check       FISHBOWL_CHECK_KEY
  --verbose        log every step
  --help, --version

Exit status: 0 done, 1 failed, 2 wrong use, 130 stopped by Ctrl-C.
`;
