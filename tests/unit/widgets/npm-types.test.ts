import { beforeAll, expect, test } from 'vitest';
import { complaints } from './installed-package.ts';

const imports = `import { useRef } from 'react';
import type { WidgetElement } from 'promo-widgets/events';
import 'promo-widgets/sign-up';
import { Login, SignUp, WhereToBuy } from 'promo-widgets/react';
`;

/** Errors in both files, compiled at once: the types of React and the page take half a second. */
let said: string;
beforeAll(async () => {
  said = await complaints({
    'right.tsx': `${imports}
document.addEventListener('promo:step', ({ detail }) => detail.step + detail.of);
window.addEventListener('promo:done', ({ detail }) => detail.form.length);
const element = document.createElement('promo-sign-up');
element.addEventListener('promo:handoff', (event) => event.preventDefault());
element.reset();
element.destroy();
export const component = (
  <SignUp campaign={19} className="form" style={{ margin: 0 }} id="cadastro" partner="loja-azul"
    prefill-name="Rosa" accent="#0a58ca" onDone={({ detail }) => detail.form.length} />
);
export const shops = <WhereToBuy campaign="19" heading="Lojas" />;
export const plain = (
  <promo-sign-up campaign={19} scheme="dark" card="none" radius={8} className="form"
    onpromo:failed={({ detail }) => detail.code === 'FRAME_NOT_READY'} />
);
export const shopsWithin = (
  <WhereToBuy campaign={19} origin="https://x.example" onReady={() => {}}><a href="/lojas">Ver</a></WhereToBuy>
);
export function Written() {
  const login = useRef<WidgetElement>(null);
  return (
    <Login ref={login} campaign="19" onReady={() => login.current?.focus()}
      onResize={({ detail }) => detail.height.toFixed()} />
  );
}
export function Emptied() {
  const form = useRef<WidgetElement>(null);
  return <SignUp ref={form} campaign={19} onDone={() => form.current?.reset()} />;
}
`,
    'wrong.tsx': `${imports}
export const component = <SignUp isolation="quadro" onDone={(event) => event.detail.email} />;
export const shops = <WhereToBuy accent="#000" />;
export const plain = <promo-login scheme="preto" />;
document.addEventListener('promo:error', ({ detail }) => detail.code === 'NENHUM');
`,
  });
});

test('the types know the events of page and document, elements, methods and every attribute', () => {
  expect(said.replace(/^wrong\.tsx\(.*\n(?: .*\n)*/gm, '')).toBe('');
});

test('the types refuse unknown events, elements, methods and attributes', () => {
  expect(said).toContain('"quadro"');
  expect(said).toContain('"preto"');
  expect(said).toContain('"NENHUM"');
  expect(said).toContain("'accent' does not exist");
  expect(said).toContain("'email' does not exist");
});
