/**
 * Starts a browser that all test files share, by the environment of this process.
 * @returns {Promise<() => Promise<void>>} stops the browser
 */
export async function shareChromium() {
  // Imported only now: it needs packages that ensurePackages() may have installed.
  const { CHROMIUM_SERVER, serveChromium } = await import("../../tests/browser/support/chromium.js");
  const server = await serveChromium();
  process.env[CHROMIUM_SERVER] = server.wsEndpoint();
  return async () => {
    delete process.env[CHROMIUM_SERVER];
    await server.close();
  };
}
