// The existing name closest to an unknown one.

/** The name with the closest spelling; of several, one with the same first letter. @param {string} name @param {readonly string[]} names */
export function nearestName(name, names) {
  const distances = names.map((each) => distance(name, each) + (each[0] === name[0] ? 0 : 0.5));
  return names[distances.indexOf(Math.min(...distances))];
}

/** The existing name that a misspelt one resembles: it differs in one letter, or in two if the name has six or more; null if none does. @param {string} name @param {readonly string[]} names */
export function resemblingName(name, names) {
  const near = nearestName(name, names);
  return distance(name, near) <= (name.length < 6 ? 1 : 2) ? near : null;
}

/** Edit distance of two words: removed, inserted or replaced letters. @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(a[i - 1] !== b[j - 1])));
    row = next;
  }
  return row[b.length];
}
