/** What the agents of the pictures say: the same words every time, long and short, with and without form. */

const EDITOR =
  `Open on Sundays, but say for whom. The plan lists hours and staff before it names one guest, so a reader learns what it costs before learning why.

### Say who comes

- **Families**, from nine to eleven, who buy six of everything.
- **Walkers** on the river path, who want coffee first.
- **The regulars**, who would come on any day.

### Then say what it costs

Two people, five hours, one oven. That is **$310** before the first loaf is sold, and the page hides it in a footnote. Put it into the second sentence; nobody minds a number that stands where it belongs.

### Cut the rest

The paragraph on competitors can go. Nobody chooses a bakery by a table. What stays is a promise: *warm bread until eleven, then we close*.

I would print that on the door and read the till after four weeks.`;

const CRITIC =
  `I would not open yet. The plan counts the loaves that would be sold and forgets the loaves that would not be sold on Monday instead.

### What would change my mind

1. A count of Saturday guests who come back on Monday.
2. One Sunday on which the shop is open and *nobody announced it*.
3. The name of the person who gets up at four.

### Then say what it costs

Two people, five hours, one oven, and a baker who is tired on Monday. That is $310 plus what a mistake costs.

My guess: Sunday takes half of its sales from the days beside it. If so, the shop is open longer for the same money, and the guests who matter most notice first.`;

const RESEARCHER = `Three numbers from the till, and one that is missing.

| Day | Guests | Sold | Left over |
|:----|-------:|-----:|----------:|
| Friday | 214 | $1,870 | 9 % |
| Saturday | 371 | $3,420 | 4 % |
| Monday | 148 | $1,105 | 17 % |

- **38 %** of Saturday’s guests come in its last hour.
- **61 %** of them live within a walk of ten minutes.
- **17 %** of Monday’s bread is left over.

So Saturday ends too early for many, and Monday begins with too much. A short Sunday would meet both, if the guests are the same people.

> “I come at noon and the shelf is empty. I would come on Sunday for the seeded one alone.”

The missing number is how many would come *only* on Sunday. Four weeks of an honest count would show it.`;

const DESIGNER = `Draw the Sunday before you decide about it.

One table outside, one board with three lines, no queue to the door. If that picture pleases you, open; if you find yourself adding a second till, do not.`;

const PLANNER = `Four steps, each with something to see at its end:

1. **This week:** ask forty Saturday guests one question at the till.
2. **Week two:** bake a Sunday’s worth on Saturday night, and write down when.
3. **Weeks three to six:** open from eight to eleven. Count guests, loaves, and yawns.
4. **Week seven:** look at Monday. Decide with everybody at one table.`;

/** By what an agent is called. */
export const LONG: Readonly<Record<string, string>> = {
  Editor: EDITOR,
  Critic: CRITIC,
  Researcher: RESEARCHER,
  Designer: DESIGNER,
  Planner: PLANNER,
};

const SHORT: Readonly<Record<string, string>> = {
  Editor: "Fresh bread, mostly. Everything else on the counter is company for it.",
  Critic: "Habit. Ask them again in a street with two bakeries.",
  Researcher: "Of 40 guests asked, 31 named bread, 6 the coffee, and 3 could not say.",
};

const TURNS: Readonly<Record<string, readonly string[]>> = {
  Editor: [
    "Yes, until somebody can name the day it hurt. One list beats two lists to remember.",
    "Then write the owner’s name into the first line of it, and cut the rest.",
  ],
  Critic: [
    "For six people, perhaps. **Editor**, “one list beats two” holds until the list has two owners. Who owns yours?",
    "A name helps. I still want to see the day on which it was wrong.",
  ],
  Researcher: [
    "Sorting what we know from what we guess:\n\n1. **Known:** six people, two ovens, one delivery a day.\n2. **Guessed:** that the list stays under a page for a year.",
    "Both fit: an owner, and a note of the day it failed. That can be counted.",
  ],
};

export const RICH = `# A loaf, four ways

The dough is **the same**; the oven is not. See [the notes](https://bread.example.org/notes) and https://crumb.example.com/a/long/way/to/a/page.

## What was measured

| Oven | Loaves / h | Steam | Price | Remarks |
|:-----|-----------:|:-----:|------:|---------|
| Deck, stone floor | 41 | yes | $12,500 | Even heat, slow to warm, and easy to look into while it bakes |
| Convection | 98 | no | $4,200 | Dries the crust |
| Wood | 18 | some | $0 | Needs a person |

### What it follows from

Loss of water is $\\Delta m = m_0 - m_1$, and over a bake of $t$ minutes

$$
\\Delta m(t) = m_0\\left(1 - e^{-k t}\\right), \\qquad k = \\frac{h A}{m_0 c_p}
$$

- [x] weigh before
- [ ] weigh after
- a plain point

> [!NOTE]
> A crust is thinner where the steam stays longer.

\`\`\`ts
/** Grams of water a loaf loses. */
export function lost(before: number, minutes: number, k = 0.012): number {
  return before * (1 - Math.exp(-k * minutes));
}
\`\`\`

\`\`\`mermaid
flowchart LR
  A[Mix] --> B[Rest] --> C[Shape] --> D{Warm?}
  D -- yes --> E[Bake]
  D -- no --> B
\`\`\`

A note stands below.[^1] الخبز الطازج أفضل.

[^1]: Weighed on one scale, by one person.
`;

const GIST = `Agree [1][2]: What the Sunday costs belongs at its beginning, not in a footnote.
Alone [3]: A short Sunday would meet a Saturday that ends too early, and a Monday with too much.
Alone [1]: A promise sells it: warm bread until eleven, then we close.
Open [2][3]: Whether the guests of Sunday are those of Monday.`;

const CLAIMS = `Contradiction
1: Open on Sundays, but say for whom.
2: I would not open yet.

Same
1: Two people, five hours, one oven.
2: Two people, five hours, one oven, and a baker who is tired on Monday.

Alone
1: Nobody chooses a bakery by a table.

Alone
2: Sunday takes half of its sales from the days beside it.`;

/** What anybody writes about answers, where `asked` ends with that; null where it does not. */
export const saidAbout = (asked: string): string | null =>
  /Sum up what these \d+ answers above/.test(asked)
    ? GIST
    : /Compare what these two answers above/.test(asked)
    ? CLAIMS
    : null;

/** What an agent called `name` answers to `question`; `earlier`: how often it has spoken here before. */
export function saidBy(name: string, question: string, earlier: number): string {
  if (/one list/.test(question)) return TURNS[name]?.[earlier % 2] ?? "";
  if (/come for/.test(question)) return SHORT[name] ?? "Bread.";
  if (/everything/.test(question)) return RICH;
  return LONG[name] ??
    `${name} would bake less and taste more. A short answer, with one reason: it is morning.`;
}
