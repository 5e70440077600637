/** Files of a message: images as thumbnails, the rest by name. */
import type { Attachment } from "../../events/conversation.ts";
import { count } from "../format.ts";

export function Attachments({ files }: { files: readonly Attachment[] }) {
  return (
    <ul class="files">
      {files.map((file) => (
        <li key={file.sha256}>
          <a href={`/api/attachments/${file.sha256}`} target="_blank" rel="noopener">
            {file.type.startsWith("image/")
              ? <img src={`/api/attachments/${file.sha256}`} alt={file.name} loading="lazy" />
              : <span>{file.name} · {count(Math.ceil(file.size / 1024))} KB</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}
