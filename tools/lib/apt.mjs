import { attempt, run, which } from "./run.mjs";
import { step } from "./progress.mjs";
import { UserError } from "./user-error.mjs";

/** Options of every call: wait up to 300 s for another apt process, and never remove a package to install another. */
const OPTIONS = [
  ...["-y", "--no-install-recommends"],
  ...["-o", "DPkg::Lock::Timeout=300", "-o", "APT::Get::Remove=false"],
];

export const haveApt = () => which("apt-get") !== null && which("dpkg-query") !== null;

/** @param {string} name name of a Debian package */
export async function isInstalled(name) {
  const { stdout } = await attempt("dpkg-query", ["-W", "-f", "${db:Status-Status}", name]);
  return stdout.trim() === "installed";
}

/**
 * Installs Debian packages with apt, as root or through sudo. To be called only for missing packages.
 * @param {string[]} packages
 */
export async function aptInstall(packages) {
  const names = packages.join(" ");
  const sudo = await rootPrefix(names);
  /** @param {...string} args */
  const apt = (...args) => {
    const [command, ...rest] = [
      ...sudo,
      "env",
      "DEBIAN_FRONTEND=noninteractive",
      "apt-get",
      ...OPTIONS,
      ...args,
    ];
    return attempt(command, rest);
  };
  await step(`Installing with apt: ${names}`, async (note) => {
    const first = await apt("install", ...packages);
    if (first.code === 0) return;
    note("reading the package lists first");
    const update = await apt("update");
    note("");
    const second = await apt("install", ...packages);
    if (second.code === 0) return;
    throw new UserError(`apt could not install ${names}: see above, mend it, and repeat.`, {
      details: update.code === 0 ? second.output : update.output,
    });
  });
}

/**
 * The prefix that runs a command as root: nothing, or sudo.
 * @param {string} names names of the packages, for the error message
 * @returns {Promise<string[]>}
 */
async function rootPrefix(names) {
  if (process.getuid?.() === 0) return [];
  const asRoot = `Missing: ${names}. As root, run \`apt-get install ${names}\`, then repeat.`;
  if (!which("sudo")) throw new UserError(asRoot);
  if ((await attempt("sudo", ["-n", "true"])).code === 0) return ["sudo", "-n"];
  if (!process.stdin.isTTY) throw new UserError(asRoot);
  console.log(`Installing ${names} needs root:`);
  await run("sudo", ["-v"], { inherit: true, what: asRoot.slice(0, -1) });
  return ["sudo"];
}
