/**
 * Something the reader can mend: it is printed as a sentence, without a stack trace. `details` is what a failed
 * command wrote, printed before the sentence.
 */
export class Trouble extends Error {
  /** @param {string} message @param {{ details?: string }} [options] */
  constructor(message, { details = "" } = {}) {
    super(message);
    this.name = "Trouble";
    this.details = details;
  }
}

/**
 * Runs a tool's main function and turns what it throws into an exit code.
 * @param {() => Promise<number | void>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (error instanceof Trouble) {
      if (error.details) console.error(`\n${error.details.trimEnd()}\n`);
      console.error(error.message);
    } else {
      console.error(error);
    }
    process.exitCode = 1;
  }
}
