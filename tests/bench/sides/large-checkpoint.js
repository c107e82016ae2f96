// Runs 16 tokens through the checkpoint in a folder and prints the time and the largest memory: node large-checkpoint.js FOLDER
import { openCheckpoint } from "../../../web/models/index.js";

// Sampled, because the system's maximum includes the memory of the parent process.
let memory = 0;
const sample = () => (memory = Math.max(memory, process.memoryUsage.rss()));
const timer = setInterval(sample, 5);

const begun = performance.now();
const model = await openCheckpoint(process.argv[2], { workers: 1 });
const run = await model.run({ ids: Array.from({ length: 16 }, (_, i) => i) }, { onProgress: sample });
run.dispose();
model.dispose();
const milliseconds = performance.now() - begun;
clearInterval(timer);
console.log(JSON.stringify({ milliseconds, memory: sample() }));
