type Language = 'html' | 'css' | 'js' | 'ts' | 'tsx' | 'vue' | 'svelte' | 'php' | 'sh' | 'http';

/** Code that an embedder copies into a file, a terminal, or a place that the step names. */
export interface Snippet {
  readonly language: Language;
  /** Path in the embedder's own project. */
  readonly file?: string;
  readonly code: string;
}

/** One thing to do; the text has file names and commands in backticks. */
export interface GuideStep {
  readonly text: string;
  readonly snippet?: Snippet;
}

export interface Guide {
  /** Also the fragment of its address on the page for embedders. */
  readonly id: string;
  readonly title: string;
  readonly steps: readonly GuideStep[];
}

/** What differs between promotions. */
export interface Promotion {
  /** Origin of the campaign's site, such as `https://promocao.exemplo.com.br`. */
  readonly origin: string;
  readonly apiOrigin?: string;
  readonly assetsOrigin?: string;
  readonly campaign: string;
  /** Version of the installed package of widgets. */
  readonly version: string;
}

export function guideMarkdown({ title, steps }: Guide, depth: number): string {
  const parts = steps.map(({ text, snippet }, index) => {
    const code = snippet && `\n\n\`\`\`${snippet.language}\n${snippet.code}\n\`\`\``;
    return `${index + 1}. ${text}${code ?? ''}`;
  });
  return `${'#'.repeat(depth)} ${title}\n\n${parts.join('\n\n')}\n`;
}
