import type { Struct } from 'superstruct';

export type BotAction =
  | 'reset_password'
  | 'create_incident'
  | 'signup'
  | 'create_coupon'
  | 'preload';

/** `consumer` needs a bearer token of the campaign's tenant. */
export type Access = 'public' | 'consumer';

export interface Endpoint<Body, Answer, Who extends Access = Access> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly access: Who;
  /** Needs a password typed within the last 10 minutes; else SIGN_IN_AGAIN. */
  readonly recentSignIn?: boolean;
  /** How long a browser waits, all tries included; default 30 seconds. */
  readonly timeoutMs?: number;
  /** The action named in the bot token of the body. A token is valid for one try. */
  readonly botAction?: BotAction;
  readonly body: Struct<Body> | null;
  readonly answer: Struct<Answer>;
}

export type BodyOf<E> = E extends Endpoint<infer Body, infer _Answer> ? Body : never;

export type AnswerOf<E> = E extends Endpoint<infer _Body, infer Answer> ? Answer : never;

type Call<Answer, Who extends Access> = Pick<
  Endpoint<never, Answer, Who>,
  'path' | 'access' | 'recentSignIn' | 'timeoutMs' | 'botAction' | 'answer'
>;

export function get<Answer, Who extends Access>(
  call: Call<Answer, Who>,
): Endpoint<null, Answer, Who> {
  return { method: 'GET', body: null, ...call };
}

export function send<Body, Answer, Who extends Access>(
  method: 'POST' | 'PUT' | 'PATCH',
  call: Call<Answer, Who> & { body: Struct<Body> },
): Endpoint<Body, Answer, Who> {
  return { method, ...call };
}

export function post<Answer, Who extends Access>(
  call: Call<Answer, Who>,
): Endpoint<null, Answer, Who> {
  return { method: 'POST', body: null, ...call };
}

/** @throws Error when a parameter of the path is missing, which is a bug */
export function pathOf(path: string, parameters: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = parameters[name];
    if (value === undefined) throw new Error(`Path ${path} lacks its parameter ${name}`);
    return encodeURIComponent(String(value));
  });
}
