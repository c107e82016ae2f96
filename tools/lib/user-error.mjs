/**
 * An error that the user can fix. It is printed as a sentence without a stack trace, after `details`, the output of the failed command.
 */
export class UserError extends Error {
  /** @param {string} message @param {{ details?: string }} [options] */
  constructor(message, { details = "" } = {}) {
    super(message);
    this.name = "UserError";
    this.details = details;
  }
}

/**
 * Runs a tool's main function and turns its errors into an exit code.
 * @param {() => Promise<number | void>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (error instanceof UserError) {
      if (error.details) console.error(`\n${error.details.trimEnd()}\n`);
      console.error(error.message);
    } else {
      console.error(error);
    }
    process.exitCode = 1;
  }
}
