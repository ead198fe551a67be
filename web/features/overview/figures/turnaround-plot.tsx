// Median turnaround over time as a line; the table beside it holds the same numbers, so nobody needs to see it.
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { shortDay } from '#contract/core/day-words.ts';
import type { ReviewFigures } from '#contract/overview/endpoints.ts';
import { plotted } from './figure-words.ts';

/** Asked at every drawing, as the theme may have changed. */
const colour = (name: string) => () => getComputedStyle(document.documentElement).getPropertyValue(name);

function optionsFor(unit: string, days: readonly string[], { width, height }: { width: number; height: number }) {
  const axis = { stroke: colour('--muted'), font: '12px InterVariable, sans-serif' };
  const lines = { stroke: colour('--line'), width: 1 };
  const labels = (_: uPlot, splits: number[]) => splits.map((at) => dayAt(days, at));
  return {
    width,
    height,
    // Room for the half of the last day's name.
    padding: [12, 24, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false },
      y: { range: (_: uPlot, _least: number, most: number) => [0, Math.max(1, most * 1.1)] },
    },
    axes: [
      { ...axis, grid: { show: false }, ticks: lines, values: labels, incrs: [1, 2, 3, 5, 7, 10, 14], space: 90 },
      { ...axis, grid: lines, ticks: { show: false }, label: unit, labelSize: 20, size: 44 },
    ],
    series: [{}, { stroke: colour('--accent'), width: 2, points: { show: true, size: 6, fill: colour('--accent') } }],
  } satisfies uPlot.Options;
}

function dayAt(days: readonly string[], at: number): string {
  const day = days[at];
  return day === undefined ? '' : shortDay(day, day);
}

export function TurnaroundPlot({ periods }: Pick<ReviewFigures, 'periods'>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = box.current;
    if (!place) return undefined;
    const { unit, values } = plotted(periods.map(({ median }) => median));
    const days = periods.map(({ from }) => from);
    const size = () => ({ width: place.clientWidth, height: place.clientHeight });
    const plot = new uPlot(optionsFor(unit, days, size()), [days.map((_, index) => index), values], place);
    const resized = new ResizeObserver(() => plot.setSize(size()));
    resized.observe(place);
    const redraw = () => plot.redraw();
    const themed = new MutationObserver(redraw);
    themed.observe(document.documentElement, { attributes: true });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', redraw);
    return () => {
      resized.disconnect();
      themed.disconnect();
      dark.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [periods]);
  return <div ref={box} aria-hidden="true" className="h-full min-w-0 overflow-hidden" />;
}
