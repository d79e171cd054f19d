import hydrator from '@astrojs/react/client.js';

type Hydrate = ReturnType<typeof hydrator>;

/** Hydrates in a separate task, so that the browser handles pending input first. */
function unhurried(island: HTMLElement): (...values: Parameters<Hydrate>) => Promise<void> {
  const hydrate = hydrator(island);
  return async (...values) => {
    await nextTask();
    hydrate(...values);
  };
}

function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

export default unhurried;
