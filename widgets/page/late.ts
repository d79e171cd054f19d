import { jsx, useEffect, useState } from '../runtime/core-react.ts';

type View = Parameters<typeof jsx>[0] & ((props: never) => unknown);

/** Milliseconds after which a part that did not come is asked for once more. */
const timeoutMs = 2000;

/** A component that is fetched, with its styles, when it is first drawn; until then there is nothing. */
export function late(fetchView: () => Promise<View>): View {
  let known: View | undefined;
  const load = async () => {
    const [view] = await Promise.all([fetchView(), import('./part-styles.ts')]);
    return view;
  };
  return (props: Record<string, unknown>) => {
    const [part, show] = useState({ view: known });
    useEffect(() => {
      if (known) return;
      const fetched = load().catch(() => pause().then(load));
      fetched.then(
        (view) => {
          known = view;
          show({ view });
        },
        () => {},
      );
    }, []);
    return part.view ? jsx(part.view, props) : null;
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, timeoutMs));
}
