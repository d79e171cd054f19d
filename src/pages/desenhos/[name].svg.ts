import type { APIRoute } from 'astro';
import { buildCampaign } from '../../campaign/load.ts';
import { deriveTheme } from '../../campaign/theme.ts';

const drawings = import.meta.glob<string>('../../sections/drawings/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export async function getStaticPaths() {
  const { theme, header } = (await buildCampaign()).hotsite;
  const values: Record<string, string> = {
    ...deriveTheme(theme.palette),
    wordmark: header.wordmark?.path ?? '',
  };
  return Object.entries(drawings).map(([path, drawing]) => ({
    params: { name: path.replace(/^.*\/|\.svg$/g, '') },
    props: {
      svg: drawing.replace(/var\(--([\w-]+)\)/g, (_, token: string) => values[token] ?? ''),
    },
  }));
}

export const GET: APIRoute<{ svg: string }> = ({ props }) =>
  new Response(props.svg, { headers: { 'Content-Type': 'image/svg+xml' } });
