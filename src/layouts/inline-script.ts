/**
 * A function that uses nothing from outside, as the text of a script that calls it. Line breaks and
 * blanks around signs are dropped, so the function must hold no text that needs them.
 */
export function inlineScript<Options>(
  script: (options: Options) => void,
  options: Options,
): string {
  const source = script
    .toString()
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/(?<=\W)\n|\n(?=\W)/g, '')
    .replace(/;+}/g, '}')
    .replace(/ ?([=?:{}(),<>&|+*]+) ?/g, '$1');
  return `(${source})(${JSON.stringify(options).replaceAll('<', '\\u003c')})`;
}
