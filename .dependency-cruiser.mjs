/**
 * Who may import whom.
 * Each row: files matching `from` may import, inside this project, only what matches `may`.
 */
const features = '^src/features/([^/]+)/';

const gateway = '^src/gateway/';

/** Files that any part of the gateway may import. */
const gatewayBase = '(failures|ip-address|logging|share-work|private-files)\\.ts';

/** The layers of the gateway, the lowest first: each imports only what stands before it. */
const gatewayParts = [
  'settings/',
  'db/',
  'refusal\\.ts',
  'services/',
  '(gateway|metrics)\\.ts',
  'http/',
  'cli/',
];

/** The modules of the gateway, the lowest first: each imports only modules of the groups before its own. */
const gatewayRooms = [
  ['emails'],
  ['ledger', 'campaign', 'sign-in', 'polls', 'support', 'attribution', 'secrets', 'uploads'],
  ['rewards', 'tax-office', 'time-stamps'],
  ['deliveries'],
  ['wallets', 'draws', 'transparency', 'campaign-versions', 'news'],
  ['consumers'],
  ['receipts', 'redemptions', 'payments', 'regulator', 'newsletter'],
  ['privacy', 'exports'],
  ['backup'],
];

function gatewayFloors() {
  const outside = '^src/(contract|rules|campaign)/|^src/paths\\.ts';
  const may = (...parts) => `${outside}|${gateway}(${[gatewayBase, ...parts].join('|')})`;
  const parts = gatewayParts.map((part, layer) => ({
    name: `gateway-${layer}-${part.replace(/\W+/g, '')}`,
    own: `${gateway}${part}`,
    may: may(...gatewayParts.slice(0, layer + 1)),
  }));
  const rooms = gatewayRooms.flatMap((group, layer) =>
    group.flatMap((room) => {
      const below = [...gatewayRooms.slice(0, layer).flat(), room].map((name) => `${name}/`);
      const shared = gatewayParts.filter((part) => part !== 'cli/');
      const own = `${gateway}${room}/`;
      return [
        { name: `gateway-${room}`, own: `${own}(?!commands\\.ts)`, may: may(...shared, ...below) },
        {
          name: `gateway-${room}-commands`,
          own: `${own}commands\\.ts`,
          may: may(...gatewayParts, ...below),
        },
      ];
    }),
  );
  const known = [...gatewayParts, ...gatewayRooms.flat().map((room) => `${room}/`)];
  const unlisted = {
    name: 'gateway-room-that-gatewayRooms-lacks',
    own: `${gateway}(?!${known.join('|')})[^/]+/`,
    may: '^$',
  };
  return [...parts, ...rooms, unlisted];
}

const rows = [
  { name: 'rules', from: '^src/rules/', may: '^src/rules/' },
  { name: 'contract', from: '^src/contract/', may: '^src/(contract|rules)/|^src/paths\\.ts' },
  { name: 'campaign', from: '^src/campaign/', may: '^src/(campaign|contract|rules)/' },
  {
    name: 'environment',
    from: '^src/(environment|paths|storage-keys|page-events)\\.ts$',
    may: '^src/(contract|rules)/',
  },
  {
    name: 'client',
    from: '^src/client/',
    may: '^src/(client|contract|rules)/|^src/(environment|paths|storage-keys|page-events)\\.ts',
  },
  {
    name: 'hosts',
    from: '^src/hosts/',
    may: '^src/(hosts|client|contract|rules)/|^src/(environment|paths|storage-keys|page-events)\\.ts',
  },
  { name: 'readers', from: '^src/readers/', may: '^src/(readers|rules)/' },
  { name: 'ui', from: '^src/ui/', may: '^src/(ui|rules)/|^src/page-events\\.ts' },
  {
    name: 'feature-views',
    from: '^src/features/.*\\.tsx$',
    may: '^src/(rules|contract|ui|hosts)/|^src/client/(lazy-address-lookup|storage)\\.ts$|^src/(environment|paths|storage-keys|page-events)\\.ts|^src/features/$1/|^src/features/(session/session\\.store\\.ts|profile/profile\\.store\\.ts|password/password-question\\.tsx|polls/poll-after-receipt\\.tsx)$|^src/features/(session/follow-session\\.ts|receipts/photo-first/anonymous-photo\\.tsx)$|^src/features/.+-dialog\\.tsx$',
    own: `${features}.*\\.tsx$`,
  },
  {
    name: 'feature-logic',
    // A dialog of another feature is reached by its address, a poll after a receipt by its dialog.
    may: '^src/(rules|contract|client|readers|ui)/|^src/(environment|paths|storage-keys|page-events)\\.ts|^src/features/$1/|^src/features/(session/session|password/password-question)\\.store\\.ts|^src/features/session/local-path\\.ts$|^src/features/profile/address-form\\.ts$|^src/campaign/(theme|colour)\\.ts$|^src/features/receipts/photo-first/anonymous-photo\\.tsx$|^src/features/.+(-dialog|\\.island)\\.tsx$',
    own: `${features}.*\\.ts$`,
  },
  {
    name: 'gateway',
    from: '^src/gateway/',
    may: '^src/(gateway|contract|rules|campaign)/|^src/paths\\.ts',
  },
  ...gatewayFloors(),
  {
    name: 'inline',
    from: '^src/inline/',
    may: '^src/(inline|contract|rules)/|^src/(environment|storage-keys|page-events)\\.ts',
  },
  {
    name: 'integrations',
    from: '^src/integrations/',
    may: '^src/(integrations|inline|contract)/|^src/paths\\.ts',
  },
  {
    name: 'drawings',
    from: '^src/drawings/',
    may: '^src/(drawings|rules|contract|campaign)/|^src/paths\\.ts',
  },
  {
    name: 'pages',
    from: '^src/(pages|layouts|sections)/',
    // The page for embedders reads what widgets there are; a page's head holds its policy.
    may: '^src/(layouts|sections|drawings|inline|ui|rules|contract|campaign)/|^src/integrations/content-policy\\.ts|^src/features/.*\\.(island\\.tsx|script\\.ts|css)$|^src/(environment|paths|storage-keys|page-events)\\.ts|^widgets/(attributes|guides/page-guides|host/frame-element|problems/remedies)\\.ts$',
  },
  {
    name: 'widgets',
    from: '^widgets/',
    own: '^widgets/(?!build/)',
    may: '^widgets/|^src/(ui|rules|contract)/|^src/features/.*\\.tsx$|^src/features/frame/(appearance|prefill)\\.ts$|^src/hosts/|^src/(environment|paths|storage-keys|page-events)\\.ts',
  },
  {
    name: 'widget-build',
    from: '^widgets/build/',
    may: '^widgets/|^src/(rules|contract|campaign|layouts|integrations)/',
  },
];

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(url|raw)$' },
    },
    {
      name: 'declared',
      severity: 'error',
      from: { path: '^(src|widgets)/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    ...rows.map(({ name, from, may, own }) => ({
      name,
      severity: 'error',
      from: { path: own ?? from },
      to: { path: '^(src|widgets|tests)/', pathNot: may },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What was published of the widgets is built already.
    exclude: { path: '^widgets/published/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
};
