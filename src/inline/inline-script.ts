import { minifySync } from 'vite';

/** Only the function's own source reaches the page, so it must use nothing outside of itself. */
export function inlineScript<Options>(
  script: (options: Options) => void,
  options: Options,
): string {
  const call = `(${script})(${JSON.stringify(options).replaceAll('<', '\\u003c')})`;
  const { code } = minifySync('inline.js', call, { module: false });
  return code.trim().replace(/;$/, '').replaceAll('</', '<\\/');
}
