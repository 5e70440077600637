/** Saves words as a file, as if they had been downloaded. */

export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes what it saves before it goes on.
  setTimeout(() => URL.revokeObjectURL(address));
}
