/** A form that does `action` when it is submitted, and nothing else. */
export const submits = (action: () => Promise<unknown>) => (event: Event): void => {
  event.preventDefault();
  void action();
};
