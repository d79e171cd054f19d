import type { Plugin } from 'vite';

interface SharedScript {
  name: string;
  test: RegExp;
  minShareCount?: number;
  tags?: '$initial'[];
  includeDependenciesRecursively?: boolean;
}

/**
 * The first matching group gets a module and its imports; every page with an island has `runtime`,
 * which holds the checks of all forms. Groups by folder were measured: three times as large.
 */
export const sharedScripts: readonly SharedScript[] = [
  {
    name: 'runtime',
    test: modules(
      'preact|nanostores|@astrojs/react|yielding-hydrator|brazilian-utils',
      'src/environment',
      'src/hosts/(?!test-mode-gateway)',
      'photo-first/anonymous-photo',
      'src/ui/loading',
      'src/rules/people/(cpf-cnpj|person-fields)[.]ts',
      'src/rules/(text|violation|messages/field-messages)[.]ts',
    ),
  },
  {
    name: 'form',
    test: modules(
      'src/ui/(address-fields|dialog|field|form|form-parts|masks)[.]tsx?$',
      'src/ui/inputs[.]tsx$',
      'client/lazy-address-lookup[.]ts',
      'src/rules/people/(address|campaign-fields|sign-up)[.]ts',
      'src/features/sign-up/(common-fields|sign-up-(fields|config)[.]ts)',
    ),
  },
  {
    // One file, as HTTP/1.1 has six connections: five scripts leave one for a page's first call.
    name: 'client',
    test: modules(
      'node_modules/superstruct',
      'session/(session[.]store|local-path)',
      'client/credentials[.]ts',
      'ofetch',
      'ui/(focus|help-tip|status)',
      '(client|rules/campaign)/attribution[.]ts',
      'client/(call|resource|result)[.]ts',
      'src/contract/(campaign|consumer|engines|receipts)[.]ts',
      'src/rules/(messages/labels|receipts/(file-limits|receipt-(identity|status)))[.]ts',
      'src/rules/rewards/(cashback-and-points|engines-and-reward-status)[.]ts',
    ),
  },
  // Apart from the one above: only then do pages without a form need no script of forms.
  { name: 'fields', test: modules('src/ui/(choice-field|rarer-inputs)') },
  {
    name: 'sign-up',
    test: modules(
      'src/ui/embedded-forms',
      'src/features/sign-up/(?!home-form[.]island|submit-sign-up)',
    ),
    minShareCount: 2,
  },
  {
    name: 'support',
    test: modules('src/features/support/', 'src/contract/support[.]ts'),
    minShareCount: 2,
  },
  { name: 'profile', test: modules('profile/(address-form|profile[.]store)'), minShareCount: 2 },
  {
    name: 'points',
    test: modules('src/features/redeem/', 'src/contract/wallets[.]ts', 'src/ui/quantity-stepper'),
    minShareCount: 2,
  },
  {
    // Apart from the one below: the page of a new receipt begins without a result.
    name: 'earnings',
    test: modules('receipts/result/(earnings|engine-results)', 'rewards/lucky-number-format'),
    includeDependenciesRecursively: false,
  },
  {
    // What a page of receipts shows at first; the others load once it is live.
    name: 'receipts',
    test: modules('src/features/receipts/'),
    tags: ['$initial'],
    minShareCount: 3,
  },
  { name: 'camera', test: modules('receipts/camera/'), includeDependenciesRecursively: false },
  {
    name: 'receipt-form',
    test: modules(
      'receipts/(lazy-steps|form/(?!receipt-values|receipt-form[.]css))',
      'polls/poll-after-receipt',
    ),
    includeDependenciesRecursively: false,
  },
  {
    name: 'receipt-dialogs',
    test: modules(
      'receipts/(outbox/|form/receipt-values)',
      'receipts/result/(result-dialog|share-buttons)',
    ),
    includeDependenciesRecursively: false,
  },
];

/** What the pages of receipts load once they are live, and their sheets of the same name; the service worker stores them. */
export const lazyScripts = ['receipt-form', 'receipt-dialogs', 'result-dialog', 'number-wall'];

function modules(...parts: string[]): RegExp {
  return new RegExp(parts.join('|'));
}

const names = new Set(sharedScripts.map(({ name }) => name));

const output = {
  codeSplitting: {
    groups: sharedScripts.map((script, index, { length }) => ({
      ...script,
      priority: length - index,
    })),
  },
  /** V8's compile hint: the script is compiled while it arrives, outside of the main thread. */
  postBanner: (chunk: { isEntry: boolean; isDynamicEntry: boolean; name: string }) =>
    (chunk.isEntry && !chunk.isDynamicEntry) || names.has(chunk.name)
      ? '//# allFunctionsCalledOnLoad'
      : '',
};

/** Files of the runtime are there before any script loads on demand; the answers of test mode are for trials. */
function preloadsOf(file: string, imports: string[]): string[] {
  if (/\/test-mode-gateway\./.test(file)) return [];
  return imports.filter((name) => !/\/(?:yielding-hydrator|rolldown-runtime)\./.test(name));
}

export const chunks = (oldestBrowsers: string[]): Plugin => ({
  name: 'chunks',
  apply: 'build',
  configEnvironment: (name) =>
    name === 'client'
      ? {
          build: {
            target: oldestBrowsers,
            modulePreload: { resolveDependencies: preloadsOf },
            rolldownOptions: {
              // Keeps an island in one file even if another one imports it.
              preserveEntrySignatures: 'allow-extension',
              // Copies shared constants into each file, so that none loads another for a name.
              optimization: { inlineConst: { mode: 'all' } },
              output,
            },
          },
        }
      : null,
});
