/** Files of a message: images as thumbnails that open, the rest by name, to be saved. */
import { Name } from "../parts/name.tsx";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Attachment } from "../../events/catalog/conversation.ts";
import { IMAGE_TYPES } from "../../events/catalog/limits.ts";
import { fileSize } from "../parts/format.ts";
import { words } from "../words/files.ts";
import { attachmentAddress } from "../state/queries.ts";

export const isImage = ({ type }: { readonly type: string }): boolean =>
  IMAGE_TYPES.some((known) => known === type);

/** Characters of the badge that stands for a file without a picture. */
const BADGE_CHARACTERS = 4;

/** "CSV": what the name ends with. */
function badgeOf(name: string): string {
  const end = /\.([a-z0-9]+)$/i.exec(name)?.[1] ?? "text";
  return end.slice(0, BADGE_CHARACTERS).toUpperCase();
}

/** The picture itself, or a badge with the kind of the file. */
export function Thumbnail(
  { file, alt }: { file: Pick<Attachment, "name" | "type" | "sha256">; alt: string },
) {
  return isImage(file)
    ? <img src={attachmentAddress(file)} alt={alt} decoding="async" />
    : <span class="kind" aria-hidden="true">{badgeOf(file.name)}</span>;
}

export function Attachments({ files }: { files: readonly Attachment[] }) {
  return (
    <ul class="files" aria-label={words.attached}>
      {files.map((file, index) => (
        <li key={`${index} ${file.sha256}`}>
          {isImage(file)
            ? (
              <a
                class="picture"
                href={attachmentAddress(file)}
                target="_blank"
                rel="noopener"
                title={clearText(file.name)}
              >
                <Thumbnail file={file} alt={file.name} />
              </a>
            )
            : (
              <a
                class="file"
                href={attachmentAddress(file)}
                download={file.name}
                title={words.save(clearText(file.name))}
              >
                <Thumbnail file={file} alt="" />
                <span class="file-words">
                  <span class="file-name">
                    <Name of={file.name} />
                  </span>
                  <span class="meta num">{fileSize(file.size)}</span>
                </span>
              </a>
            )}
        </li>
      ))}
    </ul>
  );
}
