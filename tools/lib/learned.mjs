import { Training } from "../../web/train/state/training.js";

/** @type {Promise<Training> | null} */
let learning = null;

/** The model of the page Train after its last step; trained once, for all pictures. */
export const learned = () => (learning ??= train());

async function train() {
  const training = new Training();
  await training.load();
  training.run("end");
  while (training.isBusy) training.work(Infinity);
  return training;
}
