import type { Plugin } from 'vite';

/** Modules that go into one file; with `minShareCount` only those that so many islands use. */
interface SharedScript {
  name: string;
  test: RegExp;
  minShareCount?: number;
}

/**
 * Modules that islands share, in a few files instead of dozens: where a host speaks HTTP/1.1, six
 * come at a time, and what is compressed together is smaller. The first matching group gets a module
 * and its imports. Groups by folder alone were measured: they make the home page's form three times
 * as large, or the first scripts of a page about a person three times as many. The home page begins
 * with the runtime; a form that is drawn adds `form`, a page that knows who is there `session`, and
 * what is asked of the gateway comes with a touch, or with the pages that are about a person.
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
  /** What a page begins with is compiled while it arrives, beside the page's own thread (V8's compile hints). */
  postBanner: (chunk: { isEntry: boolean; isDynamicEntry: boolean; name: string }) =>
    (chunk.isEntry && !chunk.isDynamicEntry) || names.has(chunk.name)
      ? '//# allFunctionsCalledOnLoad'
      : '',
};

/** Which files the browser's code is written into. */
export const chunks: Plugin = {
  name: 'chunks',
  apply: 'build',
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            rolldownOptions: {
              // An island that another one imports stays one file, without a second that passes it on.
              preserveEntrySignatures: 'allow-extension',
              // A name that two files share is written into both, instead of one loading the other for it.
              optimization: { inlineConst: { mode: 'all' } },
              output,
            },
          },
        }
      : null,
};
