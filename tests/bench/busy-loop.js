// A neighbour: keeps one core and what is near it busy until it is stopped.
const numbers = new Float64Array(2 ** 22); // 32 MB, more than a core's caches hold
for (;;) for (let i = 0; i < numbers.length; i++) numbers[i] = 0.5 * numbers[i] + 1;
