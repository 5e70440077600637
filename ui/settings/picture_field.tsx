/** An agent's own picture: chosen, dropped or pasted, shown as it will be, and taken away again. */
import "./picture_field.css";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { upload } from "../state/commands.ts";
import { attachmentAddress } from "../state/queries.ts";
import { words } from "../words/pictures.ts";
import { ON_ITS_WAY, squareOf } from "./square_picture.ts";

interface Props {
  readonly value: unknown;
  /** Undefined: none. */
  set(value: string | undefined): void;
}

export function PictureField({ value, set }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const told = useSignal({ text: "", wrong: false });
  const over = useSignal(false);
  const hash = typeof value === "string" && value !== ON_ITS_WAY ? value : "";
  const take = useTaking(value, set, told);
  usePasted(take);
  const remove = () => {
    set(undefined);
    told.value = { text: words.removed, wrong: false };
    // The button under the focus goes.
    chooser.current?.focus();
  };
  return (
    <div
      class={over.value ? "own-picture over" : "own-picture"}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={(event) => {
        const into = event.relatedTarget;
        if (!(into instanceof Node && event.currentTarget.contains(into))) over.value = false;
      }}
      onDrop={(event) => {
        event.preventDefault();
        over.value = false;
        take(event.dataTransfer?.files[0]);
      }}
    >
      <span class="face" aria-hidden="true">
        {hash
          ? <img src={attachmentAddress({ sha256: hash })} alt="" width={48} height={48} />
          : <Icon name="image" size={20} />}
      </span>
      <span class="buttons">
        <button ref={chooser} type="button" class="outline" onClick={() => input.current?.click()}>
          {hash ? words.other : words.choose}
        </button>
        {hash && (
          <button type="button" class="outline" onClick={remove}>
            {words.remove}
          </button>
        )}
        <small class="hint or">{words.or}</small>
      </span>
      <small role="status" class={told.value.wrong ? "told wrong" : "told"}>{told.value.text}</small>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        hidden
        aria-label={words.own}
        onChange={({ currentTarget }) => {
          take(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
    </div>
  );
}

/** Makes a file small and sends it; of two, the one that was taken last counts. */
function useTaking(
  value: unknown,
  set: Props["set"],
  told: Signal<{ readonly text: string; readonly wrong: boolean }>,
): (file: File | undefined) => void {
  const last = useRef(0);
  /** What stood there before the first that is still on its way. */
  const before = useRef<string | undefined>(undefined);
  const current = useRef({ value, set });
  current.current = { value, set };
  return (file) => {
    if (!file) return;
    const mine = ++last.current;
    const now = current.current.value;
    if (now !== ON_ITS_WAY) before.current = typeof now === "string" ? now : undefined;
    current.current.set(ON_ITS_WAY);
    told.value = { text: words.making, wrong: false };
    void sent(file).then((answer) => {
      if (mine !== last.current) return;
      const { ok } = answer;
      told.value = { text: ok ? words.chosen : answer.wrong, wrong: !ok };
      current.current.set(ok ? answer.hash : before.current);
    });
  };
}

type Sent = { readonly ok: true; readonly hash: string } | { readonly ok: false; readonly wrong: string };

async function sent(file: File): Promise<Sent> {
  const made = await squareOf(file);
  if (!made.ok) return made;
  const answer = await upload(made.file, made.file.type);
  return answer.ok ? { ok: true, hash: answer.value.sha256 } : { ok: false, wrong: answer.message };
}

/** A picture that is pasted anywhere on the page of the form; text that comes with one goes where it was meant to. */
function usePasted(take: (file: File) => void): void {
  const taking = useRef(take);
  taking.current = take;
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener("paste", (event) => {
      const pasted = event.clipboardData;
      const [file] = pasted?.files ?? [];
      if (!file || pasted?.types.includes("text/plain")) return;
      event.preventDefault();
      taking.current(file);
    }, { signal: listening.signal });
    return () => listening.abort();
  }, []);
}
