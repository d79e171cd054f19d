/** The one policy of Trusted Types here: it passes addresses that the build wrote into the code. */
const policy = (
  globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): ScriptPolicy } }
).trustedTypes?.createPolicy('promo-readers', { createScriptURL: (url: string) => url });

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** An address of a script of ours, for a page that enforces Trusted Types. */
export function trustedAddress(url: string): string {
  return policy?.createScriptURL(url) ?? url;
}

/** Starts a module worker of ours. */
export function startWorker(url: string): Worker {
  return new Worker(trustedAddress(url), { type: 'module' });
}
