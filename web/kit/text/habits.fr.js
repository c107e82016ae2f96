/** Habits of heads, in French. */
export const habits = {
  previous: (/** @type {string} */ v) => `token précédent ${v}`,
  next: (/** @type {string} */ v) => `token suivant ${v}`,
  first: (/** @type {string} */ v) => `premier token ${v}`,
  diagonal: (/** @type {string} */ v) => `diagonale ${v}`,
  sameWord: (/** @type {string} */ v) => `même mot ${v}`,
  broad: (/** @type {string} */ v) => `large ${v} nats`,
  near: (/** @type {string} */ v) => `proche ${v} tokens`,
  none: "aucun rôle net",
  nothing: "rien",
  shorter: [
    ["token ", ""],
    [" tokens", ""],
    [" token", ""],
    [" nats", ""],
    ["aucun rôle net", "sans rôle"],
    ["précédent", "préc."],
    ["suivant", "suiv."],
    ["diagonale", "diag."],
  ],
  of: (/** @type {{ head: number, habit: string }} */ { head, habit }) => `Tête ${head} : ${habit}`,
};
