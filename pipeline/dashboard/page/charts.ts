/** Draws the lag and the rows over time with uPlot, which page.html loads as a global. */
import type UPlot from 'uplot';
import type { Figures } from './answers.ts';
import { axisRange, chartData } from './chart-data.ts';
import { byId } from './elements.ts';
import { axisLabel, count, seconds } from './format.ts';

declare const uPlot: typeof UPlot;

/** Pixels; the width is that of a place without one. */
const [height, widthDefault] = [220, 320];
/** Lines with fewer points show each point. */
const pointsMax = 100;

const color = (name: string) => () => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const line = (label: string, variable: string): UPlot.Series => ({
  label,
  stroke: color(variable),
  width: 2,
  points: { show: (chart) => chart.data[0].length < pointsMax, size: 4 },
  value: (_, value: number | null) => seconds(value),
});

function optionsOf(place: HTMLElement, series: readonly UPlot.Series[]): UPlot.Options {
  const axis: UPlot.Axis = {
    stroke: color('--soft'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { stroke: color('--line') },
  };
  return {
    width: place.clientWidth || widthDefault,
    height,
    series: [{ label: 'UTC', value: (_, time: number | null) => (time === null ? '–' : axisLabel(time, 0)) }, ...series],
    axes: [
      { ...axis, space: 80, values: (_, times, __, ___, step) => times.map((time) => axisLabel(time, step)) },
      { ...axis, size: 56 },
    ],
    scales: { x: { time: true }, y: { range: (_, __, largest) => axisRange(largest) } },
    cursor: { y: false },
  };
}

export function createCharts(): (figures: Figures) => void {
  const charts = new Map<HTMLElement, UPlot>();
  const show = (place: HTMLElement, data: UPlot.AlignedData, series: () => readonly UPlot.Series[]): void => {
    const chart = charts.get(place);
    if (chart === undefined) charts.set(place, new uPlot(optionsOf(place, series()), data, place));
    else chart.setData(data);
  };
  addEventListener('resize', () => {
    for (const [place, chart] of charts) chart.setSize({ width: place.clientWidth, height });
  });
  const lines = () => [line('p50', '--p50'), line('p95', '--p95'), line('p99', '--p99')];
  const bars = () => [
    {
      label: 'rows',
      stroke: color('--p50'),
      fill: color('--p50'),
      paths: uPlot.paths.bars?.({ size: [0.8, 40] }),
      points: { show: false },
      value: (_: UPlot, value: number | null) => count(value),
    },
  ];
  return (figures) => {
    const { times, lag, rows } = chartData(figures);
    show(byId('lag-drawing', HTMLElement), [times, lag.p50_seconds, lag.p95_seconds, lag.p99_seconds], lines);
    show(byId('rows-drawing', HTMLElement), [times, rows], bars);
  };
}
