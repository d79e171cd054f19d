import { createElement, type ReactNode, useEffect, useRef } from 'react';
import type { WidgetEvents } from '../host/define-widget.ts';

interface WidgetProps {
  children?: ReactNode;
  [attribute: string]: unknown;
}

const types = [
  'ready',
  'resize',
  'seen',
  'started',
  'step',
  'submit',
  'success',
  'done',
  'error',
  'failed',
  'handoff',
] as const;
type Listener = (event: Event) => void;

/** Each needs a browser, and is a file of its own. */
const definitions = {
  'sign-up': () => import('../sign-up/index.ts'),
  login: () => import('../login/index.ts'),
  receipts: () => import('../receipts/index.ts'),
  redeem: () => import('../redeem/index.ts'),
  support: () => import('../support/index.ts'),
  'where-to-buy': () => import('../where-to-buy/index.ts'),
};

export function SignUp(props: WidgetProps) {
  return useWidget('sign-up', props);
}

export function Login(props: WidgetProps) {
  return useWidget('login', props);
}

export function Receipts(props: WidgetProps) {
  return useWidget('receipts', props);
}

export function Redeem(props: WidgetProps) {
  return useWidget('redeem', props);
}

export function Support(props: WidgetProps) {
  return useWidget('support', props);
}

export function WhereToBuy(props: WidgetProps) {
  return useWidget('where-to-buy', props);
}

function useWidget(name: keyof typeof definitions, { children, ...props }: WidgetProps) {
  const element = useRef<HTMLElement>(null);
  const listeners = types.map((type) => listenerOf(props, type));

  useEffect(() => void definitions[name](), [name]);
  useEffect(() => {
    const ended = new AbortController();
    types.forEach((type, index) => {
      const listener = listeners[index];
      if (!listener) return;
      element.current?.addEventListener(`promo:${type}`, listener, { signal: ended.signal });
    });
    return () => ended.abort();
    // biome-ignore lint/correctness/useExhaustiveDependencies: the listeners, one by one
  }, listeners);

  return createElement(`promo-${name}`, { ...attributesOf(props), ref: element }, children);
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
