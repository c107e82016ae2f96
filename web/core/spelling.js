// The existing name closest to an unknown one.

/** The name with the closest spelling; of several, one with the same first letter. @param {string} name @param {readonly string[]} names */
export function nearest(name, names) {
  const distances = names.map((each) => distance(name, each) + (each[0] === name[0] ? 0 : 0.5));
  return names[distances.indexOf(Math.min(...distances))];
}

/** Edit distance of two words: removed, inserted or replaced letters. @param {string} a @param {string} b */
export function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(a[i - 1] !== b[j - 1])));
    row = next;
  }
  return row[b.length];
}
