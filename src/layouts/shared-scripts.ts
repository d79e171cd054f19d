/** Modules that go into one file; `minShareCount`: only those that so many islands use. */
interface SharedScript {
  name: string;
  test: RegExp;
  minShareCount?: number;
}

/**
 * Modules that islands share, in a few files instead of dozens: where a host speaks HTTP/1.1, six
 * come at a time, and what is compressed together is smaller. The first that fits takes a module,
 * and what it imports. The home page begins with the runtime; a form that is drawn adds `form`, and
 * what it checks and sends comes when it is touched.
 */
const scripts: readonly SharedScript[] = [
  { name: 'structs', test: /node_modules\/superstruct/ },
  {
    name: 'runtime',
    test: /preact|nanostores|src\/environment|session\/wanted-path|rolldown.runtime|island-client|@astrojs\/react|src\/ui\/(hydrated|live-region)/,
  },
  {
    name: 'form',
    test: /src\/ui\/(additional-fields|checkbox-field|dialog|error-summary|field|form|form-(alert|element)|masks|password-field|select-field|submit-button|text-field)\.tsx?$|client\/draft\.ts|src\/rules\/(additional-fields|consumer-types|opt-ins|parameters)\.ts/,
  },
  { name: 'session', test: /session\/session\.store|client\/credentials\.ts/ },
  {
    name: 'calls',
    test: /client\/(call|campaign|campaign-over|consumer|outcome|problem-lines|refusal-of)\.ts|src\/contract\/(campaign|consumer|engines|lucky-numbers|points|receipts)\.ts|ofetch/,
  },
  {
    name: 'fields',
    test: /src\/ui\/(choice-field|help|waiting)\.tsx?$|src\/rules\/(additional-field-checks|documents|points|receipt-identity|receipts)\.ts|brazilian-utils/,
  },
  {
    name: 'sign-up',
    test: /src\/features\/sign-up\/(opt-ins|sign-up-(fields|labels)|sign-up\.store)|src\/ui\/address-fields/,
  },
  {
    name: 'registration',
    test: /src\/features\/sign-up\/(?!closed-door|landing|register\.|.*conduct)|src\/ui\/question-field/,
    minShareCount: 2,
  },
  {
    name: 'support',
    test: /src\/features\/(contact|support)\/|src\/(client|contract)\/support\.ts|src\/ui\/sent-notice/,
    minShareCount: 2,
  },
  {
    name: 'receipts',
    test: /src\/features\/receipts\/|src\/client\/(lucky-numbers|receipts)\.ts/,
    minShareCount: 3,
  },
];

const names = new Set(scripts.map(({ name }) => name));

/** As Vite's bundler takes them. */
export const sharedScripts = {
  codeSplitting: {
    groups: scripts.map((script, index, { length }) => ({ ...script, priority: length - index })),
  },
  /** What a page begins with is compiled while it arrives, beside the page's own thread (V8's compile hints). */
  postBanner: (chunk: { isEntry: boolean; isDynamicEntry: boolean; name: string }) =>
    (chunk.isEntry && !chunk.isDynamicEntry) || names.has(chunk.name)
      ? '//# allFunctionsCalledOnLoad'
      : '',
};
