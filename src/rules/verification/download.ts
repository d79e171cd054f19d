/** Seconds, where an answer does not say how many. */
const usualPause = 5;

/**
 * A log of millions has more files than an address may ask for in a minute, so the gateway's word on
 * when to go on is followed.
 * @throws Error for any other answer than the file
 */
export async function download(address: string | URL, wait = pause): Promise<Response> {
  for (;;) {
    const response = await fetch(address);
    if (response.ok) return response;
    if (response.status !== 429) throw new Error(`${address}: ${response.status}`);
    await response.body?.cancel();
    await wait((Number(response.headers.get('retry-after')) || usualPause) * 1000);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
