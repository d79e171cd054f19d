/** The one policy of Trusted Types here: it passes addresses that the build wrote into the code. */
const policy = (
  globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): ScriptPolicy } }
).trustedTypes?.createPolicy('promo-readers', { createScriptURL: (url: string) => url });

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** Starts a module worker of ours, also on a page that enforces Trusted Types. */
export function startWorker(url: string): Worker {
  return new Worker(policy?.createScriptURL(url) ?? url, { type: 'module' });
}
