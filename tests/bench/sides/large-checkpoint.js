// Runs 16 tokens through the checkpoint in a folder and prints the time and the greatest memory: node large-checkpoint.js FOLDER
import { openCheckpoint } from "../../../web/models/index.js";

// Sampled, since the system's own maximum contains the memory of the process that started this one.
let memory = 0;
const sample = () => (memory = Math.max(memory, process.memoryUsage.rss()));
const timer = setInterval(sample, 5);

const begun = performance.now();
const model = await openCheckpoint(process.argv[2]);
const run = await model.run({ ids: Array.from({ length: 16 }, (_, i) => i) }, { onProgress: sample });
run.dispose();
model.dispose();
const milliseconds = performance.now() - begun;
clearInterval(timer);
console.log(JSON.stringify({ milliseconds, memory: sample() }));
