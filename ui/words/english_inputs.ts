/** English words of what servers of tools ask people while their tools run. */
export const english = {
  asks: (host: string) => `${host} asks for something`,
  asked: "asked",
  sentTo: (host: string) =>
    `What you give is sent to ${host} and kept in this conversation. Give no password and no key here.`,
  opens: (host: string) =>
    `It wants you to open an address. What you do there is between you and ${host}; nothing of it comes here.`,
  again: "The tool was not run; it is called again when you say that you are done there.",
  open: (host: string) => `Open ${host}`,
  beenThere: "Done, call it again",
  send: "Send",
  agree: "Agree",
  decline: "Decline",
  dismiss: "Not now",
  endsIn: (time: string) => `ends by itself in ${time}`,
  optional: "optional",
  choose: "Choose …",
  yes: "yes",
  no: "no",
  outcomes: {
    accepted: "sent",
    declined: "declined",
    cancelled: "not answered",
    unanswered: "nobody answered in time",
    withdrawn: "its server wanted it no more",
    lost: "lost: the call was cut short",
  },
  opened: "agreed",
  wasThere: "done, and called again",
  faults: {
    missing: "Fill this in.",
    kind: "This does not fit.",
    short: (n: number) => `At least ${n} characters.`,
    long: (n: number) => `At most ${n} characters.`,
    whole: "A whole number.",
    small: (n: number) => `At least ${n}.`,
    large: (n: number) => `At most ${n}.`,
    few: (n: number) => `Choose at least ${n}.`,
    many: (n: number) => `Choose at most ${n}.`,
    format: {
      email: "An e-mail address, as name@example.org.",
      uri: "An address, as https://example.org/.",
      date: "A day.",
      "date-time": "A day and a time.",
    },
  },
};
export type InputsWords = typeof english;
