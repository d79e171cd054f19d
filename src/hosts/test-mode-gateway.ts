import { getPrizesEndpoint, getProductsEndpoint } from '../contract/campaign.ts';
import {
  type Consumer,
  createConsumerEndpoint,
  findPostalAddressEndpoint,
  getMeEndpoint,
  requestNewPasswordEndpoint,
  setInstantPaymentKeyEndpoint,
  updateConsumerEndpoint,
} from '../contract/consumer.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { type Engine, listLuckyNumbersEndpoint } from '../contract/engines.ts';
import { getHotsiteEndpoint } from '../contract/hotsite.ts';
import { answerPollEndpoint, checkPollEndpoint, listPollsEndpoint } from '../contract/polls.ts';
import { executeOcrEndpoint } from '../contract/receipt-reading.ts';
import {
  createReceiptEndpoint,
  type EngineOrder,
  getReceiptDetailsEndpoint,
  listReceiptsEndpoint,
  listReceiptsV2Endpoint,
  type Receipt,
  replaceReceiptImageEndpoint,
} from '../contract/receipts.ts';
import { createOneTimeCodeEndpoint, endSessionEndpoint } from '../contract/sign-in.ts';
import {
  commentIncidentEndpoint,
  createAnonymousIncidentEndpoint,
  createIncidentEndpoint,
  getSupportIncidentEndpoint,
  listIncidentSubjectsEndpoint,
} from '../contract/support.ts';
import { getTransparencyEndpoint } from '../contract/transparency.ts';
import {
  getCashbackWalletEndpoint,
  getPointsWalletEndpoint,
  listRedemptionsEndpoint,
  redeemEndpoint,
  withdrawCashbackEndpoint,
} from '../contract/wallets.ts';
import type { BearerToken, IdentityProvider, RecordStore } from '../environment.ts';
import { dayInSaoPaulo } from '../rules/dates.ts';

/**
 * Replaces the gateway for forms in test mode: the same answers for everyone, and a refusal
 * for an email that begins with `erro@`, so that an embedder sees both.
 */
export function testModeGateway(engines: readonly Engine[]): {
  fetch: typeof fetch;
  identity: IdentityProvider;
  records: RecordStore;
} {
  const samples = samplesOf(engines);
  const records = new Map<string, unknown>();
  return {
    async fetch(input, init) {
      const address = new URL(String(input), globalThis.location?.href);
      const method = init?.method ?? 'GET';
      if (publicReads.some((endpoint) => isFor(endpoint, method, address)))
        return globalThis.fetch(address, { credentials: 'omit' });
      const body = typeof init?.body === 'string' ? init.body : '';
      if (refusedEmail.test(body)) return Response.json(refusal, { status: refusal.statusCode });
      const sample = samples.find(([endpoint]) => isFor(endpoint, method, address));
      if (!sample) return Response.json(unknown, { status: unknown.statusCode });
      const answer = sample[1](body);
      return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
    },
    identity: sampleIdentity,
    records: {
      all: async () => [...records.values()],
      put: async (id, record) => void records.set(id, record),
      remove: async (id) => void records.delete(id),
    },
  };
}

/** The campaign's own texts, products and prizes: reading them reveals nothing about a user. */
const publicReads = [
  getHotsiteEndpoint,
  getPrizesEndpoint,
  getProductsEndpoint,
  getTransparencyEndpoint,
  listPollsEndpoint,
  listIncidentSubjectsEndpoint,
];

const refusedEmail = /"email":"erro@/i;

const refusal = {
  statusCode: 409,
  error: {
    code: 'DUPLICATE',
    message: 'Modo de teste: e-mails que começam com erro@ são recusados.',
  },
};

const unknown = {
  statusCode: 404,
  error: { code: 'NOT_FOUND', message: 'Modo de teste: não há exemplo desta resposta.' },
};

type Call = Pick<Endpoint<unknown, unknown>, 'method' | 'path'>;

function isFor({ method, path }: Call, asked: string, { pathname }: URL): boolean {
  return method === asked && new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname);
}

/** A call and its answer for a body; null means no answer. */
type Sample = readonly [Call, (body: string) => unknown];

function sample<Answer>(
  endpoint: Call & Pick<Endpoint<never, Answer>, 'answer'>,
  answer: (body: string) => Answer,
): Sample {
  return [endpoint, answer];
}

function samplesOf(engines: readonly Engine[]): Sample[] {
  const receipts: Receipt[] = [sampleReceipt(1, engines)];
  const nothing = () => null;
  return [
    sample(createConsumerEndpoint, () => ({ id: 1 })),
    sample(getMeEndpoint, () => consumer),
    sample(updateConsumerEndpoint, () => consumer),
    sample(setInstantPaymentKeyEndpoint, nothing),
    sample(requestNewPasswordEndpoint, nothing),
    sample(findPostalAddressEndpoint, () => ({
      logradouro: 'Rua das Flores',
      bairro: 'Centro',
      localidade: 'Curitiba',
      uf: 'PR',
    })),
    sample(endSessionEndpoint, nothing),
    sample(createOneTimeCodeEndpoint, () => ({ code: 'teste' })),
    sample(listReceiptsEndpoint, () => receipts),
    sample(listReceiptsV2Endpoint, () => receipts),
    sample(getReceiptDetailsEndpoint, () => receipts[0] ?? sampleReceipt(1, engines)),
    sample(replaceReceiptImageEndpoint, nothing),
    sample(createReceiptEndpoint, (body) => {
      const { identifier, totalAmount, purchaseDate } = JSON.parse(body);
      const added = { ...sampleReceipt(receipts.length + 1, engines), identifier, purchaseDate };
      receipts.unshift({ ...added, totalAmount });
      return added;
    }),
    sample(executeOcrEndpoint, () => ({ data: { coupon: null } })),
    sample(listLuckyNumbersEndpoint, () => [luckyNumber]),
    sample(getCashbackWalletEndpoint, () => ({ balance: 25, status: 'ACTIVE', transactions: [] })),
    sample(withdrawCashbackEndpoint, nothing),
    sample(getPointsWalletEndpoint, () => ({ balance: 100_000, status: 'ACTIVE' })),
    sample(listRedemptionsEndpoint, () => []),
    sample(redeemEndpoint, nothing),
    sample(checkPollEndpoint, () => ({ available: true })),
    sample(answerPollEndpoint, nothing),
    sample(createIncidentEndpoint, nothing),
    sample(createAnonymousIncidentEndpoint, nothing),
    sample(getSupportIncidentEndpoint, () => ({
      id: 1,
      protocolNumber: 'TESTE-1',
      status: 'OPEN',
      consumerDetail: { name: consumer.name, description: 'Uma pergunta de exemplo.' },
      comments: [],
    })),
    sample(commentIncidentEndpoint, nothing),
  ];
}

const consumer: Consumer = {
  id: 1,
  name: 'Pessoa de Exemplo',
  email: 'pessoa@exemplo.com.br',
  document: '52998224725',
  phone: '41999990000',
  type: 'PERSON',
  birthDate: '1990-01-31',
  address: {
    postcode: '80010000',
    street: 'Rua das Flores',
    number: '10',
    district: 'Centro',
    city: 'Curitiba',
    state: 'PR',
    complement: null,
  },
  optIns: [],
  additionalFields: [],
};

const luckyNumber = { id: 1, series: '0', generatedNumber: '12345' };

function sampleReceipt(id: number, engines: readonly Engine[]): Receipt {
  const now = new Date();
  return {
    id,
    identifier: '41251012345678000190650010000000011000000017',
    purchaseDate: dayInSaoPaulo(now),
    createdAt: now.toISOString(),
    totalAmount: 42.5,
    status: 'IN_ANALYSIS',
    rewarded: true,
    moderationList: [],
    engineOrders: engines.map(orderOf),
  };
}

function orderOf({ id, type }: Engine): EngineOrder {
  const isWon = type !== 'INSTANT_PRIZE';
  return {
    engineType: type,
    campaignEngineId: id,
    status: 'REQUESTED',
    rewarded: isWon,
    events: [],
    details: {
      luckyNumbers: type === 'DRAW' ? [luckyNumber] : null,
      transaction: type === 'CASHBACK' || type === 'COLLECT_TO_WIN' ? { value: 10 } : null,
    },
  };
}

const sessionMs = 3_600_000;

const grant = (): BearerToken => ({
  token: `teste.${btoa('{"sub":"teste"}')}.teste`,
  expiresAt: Date.now() + sessionMs,
});

/** Signs in any email that does not begin with `erro@`. */
const sampleIdentity: IdentityProvider = {
  async signIn(email) {
    if (!/^erro@/i.test(email)) return { ok: true, value: grant() };
    const error = { status: 400, code: 'auth/invalid-credential', message: '', fields: [] };
    return { ok: false, error };
  },
  signInWithToken: async () => ({ ok: true, value: { ...grant(), email: consumer.email } }),
  refresh: async () => grant(),
  confirmReset: async () => ({ ok: true, value: null }),
  signOut: async () => {},
};
