import { useEffect, useState } from 'react';
import { RailArrows, scrollRail } from '../../ui/rail.tsx';

const moveMs = 600;

export function ProductArrows({ rail: id }: { rail: string }) {
  const [ends, setEnds] = useState({ hasPrevious: false, hasNext: false });

  useEffect(() => {
    const rail = document.getElementById(id);
    if (!rail) return;
    const updateEnds = () => {
      const room = rail.scrollWidth - rail.clientWidth;
      setEnds({ hasPrevious: rail.scrollLeft > 1, hasNext: rail.scrollLeft < room - 1 });
    };
    updateEnds();
    rail.addEventListener('scroll', updateEnds, { passive: true });
    window.addEventListener('resize', updateEnds);
    return () => {
      rail.removeEventListener('scroll', updateEnds);
      window.removeEventListener('resize', updateEnds);
    };
  }, [id]);

  function move(step: 1 | -1) {
    const rail = document.getElementById(id);
    const [first, second] = rail?.children ?? [];
    if (!rail || !(first instanceof HTMLElement) || !(second instanceof HTMLElement)) return;
    const width = second.offsetLeft - first.offsetLeft;
    const index = Math.round(rail.scrollLeft / width) + step;
    scrollRail(rail, Math.max(0, index * width), moveMs);
  }

  return <RailArrows {...ends} onMove={move} />;
}
