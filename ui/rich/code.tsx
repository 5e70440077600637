/** A block of code, or what it draws. */
import { CodeBlock } from "./code_block.tsx";
import { Diagram, isDiagram } from "./diagram.tsx";

interface Props {
  readonly text: string;
  readonly language: string;
  /** Nothing will be added to it. */
  readonly closed: boolean;
}

export function Code({ text, language, closed }: Props) {
  return closed && isDiagram(language) && text.trim() !== ""
    ? <Diagram text={text} language={language} />
    : <CodeBlock text={text} language={language} closed={closed} />;
}
