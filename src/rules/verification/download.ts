/** When an answer does not say how long to wait. */
const defaultPauseSeconds = 5;

/** Tries per file: a connection left idle through a long computation is often closed. */
const maxTries = 3;

/**
 * A log of millions has more files than an address may request per minute, so this waits as long
 * as the gateway says.
 * @throws Error for any other answer than the file, and TypeError if there is none
 */
export async function download(address: string | URL, wait = pause): Promise<Response> {
  for (let tries = 1; ; ) {
    const response = await fetch(address).catch((error: unknown) => {
      if (tries === maxTries) throw error;
      return null;
    });
    if (!response) {
      tries += 1;
      await wait(1000);
      continue;
    }
    if (response.ok) return response;
    if (response.status !== 429) throw new Error(`${address}: ${response.status}`);
    await response.body?.cancel();
    await wait((Number(response.headers.get('retry-after')) || defaultPauseSeconds) * 1000);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
