// Keeps one core and its caches busy until stopped, as a neighbour on a shared machine does.
const numbers = new Float64Array(2 ** 22); // 32 MB, larger than the caches of a core
for (;;) for (let i = 0; i < numbers.length; i++) numbers[i] = 0.5 * numbers[i] + 1;
