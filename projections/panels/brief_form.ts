/** The form of a brief, and what is said of it to who writes one. Published words stay as they are. */

const line = {
  type: "object",
  properties: {
    text: { type: "string", description: "One sentence" },
    from: {
      type: "array",
      items: {
        type: "object",
        properties: {
          answer: { type: "integer", description: "Number of an answer above" },
          words: { type: "string", description: "A passage of that answer, copied word for word" },
        },
        required: ["answer", "words"],
        additionalProperties: false,
      },
    },
  },
  required: ["text", "from"],
  additionalProperties: false,
};
const lines = { type: "array", items: line };

export const BRIEF_SCHEMA: Readonly<Record<string, unknown>> = {
  type: "object",
  properties: {
    answer: { type: "string", description: "The answer to the question, as the panel gives it" },
    agreed: lines,
    disputed: lines,
    open: lines,
  },
  required: ["answer", "agreed", "disputed", "open"],
  additionalProperties: false,
};

export const BRIEF_TEXT =
  'Write a brief. "answer" is the answer to the question, for somebody who reads nothing else. "agreed", "disputed" ' +
  'and "open" are lines of one sentence each: what was agreed on, what was disputed, with who holds what, and what ' +
  'nobody could settle. Merge what several say alike into one line. In "from" name every passage that a line comes ' +
  "from: the number of the answer above, and the words of it, copied word for word and no longer than a sentence.";
