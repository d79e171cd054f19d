import {
  createElement,
  type ForwardedRef,
  forwardRef,
  type ReactNode,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { widgetEvents } from '../../src/contract/frame-protocol.ts';
import { conversationFragment, testModeQuery } from '../../src/paths.ts';
import {
  heightsInPage,
  loginForm,
  receiptsForm,
  redeemForm,
  signUpForm,
  supportForm,
  type WidgetName,
  whereToBuy,
} from '../attributes.ts';
import { originOf } from '../host/attribute-reader.ts';
import { failWidget, type WidgetEvents } from '../host/define-widget.ts';
import { frameRights } from '../host/frame-element.ts';

interface WidgetProps {
  children?: ReactNode;
  [attribute: string]: unknown;
}

type Listener = (event: Event) => void;

const definitions = {
  'sign-up': () => import('../sign-up/index.ts'),
  login: () => import('../login/index.ts'),
  receipts: () => import('../receipts/index.ts'),
  redeem: () => import('../redeem/index.ts'),
  support: () => import('../support/index.ts'),
  'where-to-buy': () => import('../where-to-buy/index.ts'),
} satisfies Record<WidgetName, () => Promise<unknown>>;

export const SignUp = component('SignUp', signUpForm);
export const Login = component('Login', loginForm);
export const Receipts = component('Receipts', receiptsForm);
export const Redeem = component('Redeem', redeemForm);
export const Support = component('Support', supportForm);
export const WhereToBuy = component('WhereToBuy', whereToBuy);

interface Widget {
  readonly name: WidgetName;
  readonly title: string;
  readonly height: number;
  readonly framePath?: string;
  readonly allow?: string;
}

/** Its `ref` is the element, for the methods; before version 19 React passes none without this. */
function component(displayName: string, widget: Widget) {
  const render = (props: WidgetProps, ref: ForwardedRef<HTMLElement | null>) =>
    useWidget(widget, props, ref);
  return Object.assign(forwardRef(render), { displayName });
}

function useWidget(
  widget: Widget,
  { children, ...props }: WidgetProps,
  ref: ForwardedRef<HTMLElement | null>,
) {
  const { name } = widget;
  const element = useRef<HTMLElement>(null);
  const listeners = widgetEvents.map((type) => listenerOf(props, type));
  const [isHydrated, setHydrated] = useState(false);
  // Fixed: a frame with a new address reloads, without what was typed.
  const [address] = useState(() => frameAddress(widget, props));
  const isInPage = props['isolation'] === 'page';
  // A form in the page removes the element's children, so React must have found them before.
  const tag = isInPage && !isHydrated ? 'div' : `promo-${name}`;

  const changes = [tag, ...listeners];

  // biome-ignore lint/correctness/useExhaustiveDependencies: given once; a new tag is a new element
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => element.current, [tag]);
  useEffect(() => setHydrated(true), []);
  useEffect(() => {
    definitions[name]().catch(
      (error) => element.current && failWidget(element.current, 'WIDGET_FAILED', String(error)),
    );
  }, [name]);
  useEffect(() => {
    const ended = new AbortController();
    widgetEvents.forEach((type, index) => {
      const listener = listeners[index];
      if (!listener) return;
      element.current?.addEventListener(`promo:${type}`, listener, { signal: ended.signal });
    });
    return () => ended.abort();
    // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners one by one, on each element
  }, changes);

  const { id, className, style } = props;
  const attributes = tag === 'div' ? { id, className, style } : attributesOf(props);
  const content =
    widget.framePath && !isInPage
      ? [address && frameOf(widget, props, address), children]
      : // In one element, which React still finds when the form has taken it away.
        [createElement('div', null, children, roomFor(widget, props))];
  return createElement(tag, { ...attributes, ref: element }, ...content);
}

/** The same that the script gives to the frame, which else would load twice. */
function frameAddress({ framePath }: Widget, { origin, mode, token }: WidgetProps): string | null {
  const site = typeof origin === 'string' ? originOf(origin) : null;
  if (!site) return null;
  const query = mode === 'test' ? testModeQuery : '';
  return site + framePath + query + conversationFragment(token ? String(token) : null);
}

/** As the snippet has it: the form is there before any script. */
function frameOf({ title, allow, height }: Widget, props: WidgetProps, src: string) {
  const { sandbox, loading, referrerPolicy } = frameRights;
  return createElement('iframe', {
    src,
    title,
    width: '100%',
    height: Number(props['height']) || height,
    sandbox,
    loading,
    referrerPolicy,
    allow,
    // The script may have shaped it before React finds it.
    suppressHydrationWarning: true,
  });
}

/** Takes room in the server's HTML too, also where a policy forbids styles. */
function roomFor({ name, height }: Widget, { isolation, height: wanted }: WidgetProps) {
  const defaultHeight = (isolation === 'page' && heightsInPage[name]) || height;
  return createElement('canvas', {
    width: 1,
    height: Number(wanted) || defaultHeight,
    'aria-hidden': true,
  });
}

function listenerOf(props: Readonly<Record<string, unknown>>, type: keyof WidgetEvents) {
  const listener = props[`on${type[0]?.toUpperCase()}${type.slice(1)}`];
  return typeof listener === 'function' ? (listener as Listener) : undefined;
}

function attributesOf(props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(props)
      .filter(([, value]) => typeof value !== 'function')
      // Before version 19 React writes it on such elements as it stands.
      .map(([name, value]) => [name === 'className' ? 'class' : name, value]),
  );
}
