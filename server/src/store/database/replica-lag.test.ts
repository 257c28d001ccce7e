import { describe, expect, it } from 'vitest';
import { LagMeter } from './replica-lag.ts';

/** The state of the replica at each poll, once a second: how far it has replayed. */
function figures(seconds: number, written: (second: number) => number, replayed: (second: number) => number): number[] {
  const meter = new LagMeter();
  return Array.from({ length: seconds }, (_, second) =>
    meter.measure(BigInt(written(second)), BigInt(replayed(second)), second * 1000),
  );
}

describe('LagMeter', () => {
  it('reports no lag while nothing is written', () => {
    expect(
      figures(
        100,
        () => 7,
        () => 7,
      ),
    ).toEqual(Array(100).fill(0));
  });

  it('reports no lag of a replica that follows steady writes within a second', () => {
    expect(
      figures(
        100,
        (second) => second,
        (second) => (second - 0.5 > 0 ? second - 1 : 0),
      ).every((lag) => lag === 0),
    ).toBe(true);
  });

  it('counts from the first change that a paused replica has not replayed', () => {
    expect(
      figures(
        6,
        (second) => second,
        () => 0,
      ),
    ).toEqual([0, 0, 1000, 2000, 3000, 4000]);
  });

  it('remembers a steady lag even when the replica has caught up with an older change', () => {
    const lags = figures(
      100,
      (second) => second,
      (second) => Math.max(0, second - 10),
    );
    expect(Math.max(...lags)).toBeLessThanOrEqual(10_000);
    expect(Math.min(...lags.slice(20))).toBeGreaterThanOrEqual(9000);
  });

  it('reports no lag once everything is replayed', () => {
    const lags = figures(
      30,
      () => 5,
      (second) => (second < 20 ? 0 : 5),
    );
    expect(lags[19]).toBe(19_000);
    expect(lags[20]).toBe(0);
  });

  it('keeps the last figure while the primary is unavailable', () => {
    const meter = new LagMeter();
    meter.measure(5n, 0n, 0);
    expect(meter.measure(undefined, 0n, 4000)).toBe(4000);
  });
});
