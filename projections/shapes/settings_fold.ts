/** What the fold of the settings looks like: as a schema, of which the types of all floors and the contract are made. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Actor, Seq, Timestamp } from "../../events/catalog/envelope.ts";
import { Note } from "../../events/catalog/memory.ts";
import { Project } from "../../events/catalog/projects.ts";
import {
  Agency,
  Agent,
  McpLoginSet,
  McpServer,
  McpToolsListed,
  OwnPanel,
  Personality,
  Provider,
  Role,
  TokenCreated,
  ToldModel,
  TrustedTool,
  WebSearch,
  WorkspaceSettings,
} from "../../events/catalog/workspace.ts";
import type { Lasting } from "./folds.ts";

/** A note as it stands, with the event that holds it. */
export const NoteHere = lazy(() =>
  Note.extend({
    /** "" where it is gone. */
    text: z.string(),
    /** Of that event. */
    seq: Seq,
    /** When it was kept, and by whom. */
    at: Timestamp,
    by: Actor,
    /** When it was changed last; absent: never. */
    changedAt: Timestamp.exactOptional(),
    /** The events with its words, oldest first. */
    seqs: z.array(Seq),
    /** What it said is gone. */
    erased: z.literal(true).exactOptional(),
  }).meta({ id: "NoteHere" })
);
export type NoteHere = Lasting<z.infer<typeof NoteHere>>;

/** A project as it stands, with the event that holds it. */
export const ProjectHere = lazy(() =>
  Project.extend({
    /** "" where it is gone. */
    name: z.string(),
    /** Of that event. */
    seq: Seq,
    at: Timestamp,
    /** The events with its words, oldest first. */
    seqs: z.array(Seq),
    /** What it said is gone, and its files are. */
    erased: z.literal(true).exactOptional(),
  }).meta({ id: "ProjectHere" })
);
export type ProjectHere = Lasting<z.infer<typeof ProjectHere>>;

/** A resource and whether it is out of use. */
export type Kept<T> = T & { readonly archived: boolean };
const keptAs = <S extends z.ZodRawShape>(resource: z.ZodObject<S>) =>
  z.record(z.string(), resource.extend({ archived: z.boolean() }));

export const WorkspaceState = lazy(() =>
  z.strictObject({
    /** Seq of the last event folded. */
    seq: Seq,
    providers: keptAs(Provider),
    roles: keptAs(Role),
    personalities: keptAs(Personality),
    agents: keptAs(Agent),
    agencies: keptAs(Agency),
    /** Formats of panels of one's own. */
    panelFormats: keptAs(OwnPanel),
    /** Archived: revoked. */
    tokens: keptAs(TokenCreated.shape.data.extend({ createdAt: Timestamp })),
    /** Providers whose key is set; the keys themselves are nowhere near the log. */
    keys: z.record(z.string(), z.literal(true)),
    /** By provider, what its server says of the models that agents use. */
    told: z.record(z.string(), z.array(ToldModel)),
    /** Servers whose tools agents may be given … */
    mcpServers: keptAs(McpServer),
    /** … with what is known of each: whether it has a secret, which list of tools is in force, what runs without asking. */
    mcp: z.record(
      z.string(),
      z.strictObject({
        hasSecret: z.boolean(),
        login: McpLoginSet.shape.data.omit({ id: true }).extend({ at: Timestamp }).exactOptional(),
        list: McpToolsListed.shape.data.omit({ id: true }).exactOptional(),
        trusted: z.array(TrustedTool),
      }),
    ),
    /** Where the web is searched for models whose makers do not; absent: nowhere. */
    webSearch: WebSearch.exactOptional(),
    /** What people and agents had kept. */
    notes: keptAs(NoteHere.unwrap()),
    /** What conversations have in common. */
    projects: keptAs(ProjectHere.unwrap()),
    settings: WorkspaceSettings,
    /** The number the next agent gets; numbers are never used again (S1-13). */
    nextAgentNumber: z.int().min(1),
  }).meta({ id: "WorkspaceFold" })
);
export type WorkspaceState = z.infer<typeof WorkspaceState>;
