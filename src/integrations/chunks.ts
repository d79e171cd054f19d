import type { Plugin } from 'vite';

interface SharedScript {
  name: string;
  test: RegExp;
  minShareCount?: number;
}

/**
 * Modules that islands share, in a few files instead of dozens: a host that speaks HTTP/1.1 sends
 * six at a time, and more text compresses better. The first matching group gets a module and its
 * imports. Groups by folder alone were measured: the home page's form becomes three times as large.
 * Home begins with the runtime; a form that is drawn adds `form`, a page that knows who is there
 * `session`; calls come with a touch, or with pages about a person.
 */
const scripts: readonly SharedScript[] = [
  {
    name: 'runtime',
    test: /preact|nanostores|src\/environment|src\/hosts|session\/wanted-path|yielding-hydrator|@astrojs\/react|src\/ui\/status/,
  },
  {
    name: 'form',
    test: /src\/ui\/(additional-fields|address-fields|checkbox-field|choice-field|dialog|error-summary|field|form|form-(alert|element)|help|masks|password-field|select-field|submit-button|text-field)\.tsx?$|client\/address-lookup\.ts|src\/rules\/(additional-fields|opt-ins|parameters)\.ts|src\/features\/sign-up\/(opt-ins|sign-up-(fields|labels)|sign-up\.store)/,
  },
  {
    name: 'session',
    test: /node_modules\/superstruct|session\/session\.store|closed-door\.store|client\/credentials\.ts/,
  },
  {
    name: 'gateway',
    test: /ofetch|brazilian-utils|client\/(call|resource|result)\.ts|src\/contract\/(campaign|consumer|engines|receipts)\.ts|src\/rules\/(additional-field-checks|address|cashback|documents|labels|points|receipt-identity|receipts)\.ts/,
  },
  {
    name: 'registration',
    test: /src\/features\/sign-up\/(?!landing|register\.|.*(conduct|values))|src\/ui\/question-field/,
    minShareCount: 2,
  },
  {
    name: 'support',
    test: /src\/features\/support\/|src\/(client|contract)\/support\.ts|src\/ui\/sent-notice/,
    minShareCount: 2,
  },
  {
    name: 'points',
    test: /src\/features\/redeem\/|src\/(client|contract)\/(cashback|points)\.ts|src\/ui\/quantity-stepper/,
    minShareCount: 2,
  },
  {
    name: 'receipts',
    test: /src\/features\/receipts\/|src\/client\/receipts\.ts/,
    minShareCount: 3,
  },
];

const names = new Set(scripts.map(({ name }) => name));

const output = {
  codeSplitting: {
    groups: scripts.map((script, index, { length }) => ({ ...script, priority: length - index })),
  },
  /** Compiled while it arrives, beside the page's own thread (V8's compile hints). */
  postBanner: (chunk: { isEntry: boolean; isDynamicEntry: boolean; name: string }) =>
    (chunk.isEntry && !chunk.isDynamicEntry) || names.has(chunk.name)
      ? '//# allFunctionsCalledOnLoad'
      : '',
};

export const chunks: Plugin = {
  name: 'chunks',
  apply: 'build',
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            rolldownOptions: {
              // An island that another one imports stays one file.
              preserveEntrySignatures: 'allow-extension',
              // Shared names are written into both files, instead of one loading the other for it.
              optimization: { inlineConst: { mode: 'all' } },
              output,
            },
          },
        }
      : null,
};
