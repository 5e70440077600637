/** The first letter of a name in the colour of whoever it stands in. */
export function Avatar({ name }: { name: string }) {
  const [letter = "?"] = name.trim();
  return <span class="avatar" aria-hidden="true">{letter.toUpperCase()}</span>;
}
