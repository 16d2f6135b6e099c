// What a program will need, known before it is performed.

/**
 * Looks through all steps of a program.
 *
 * @returns {{ longest: number, collects: boolean }} The longest duration in
 *   milliseconds, and whether identities must not keep objects alive.
 */
export function survey({ steps, functions }) {
  const needs = { longest: 0, collects: false };
  lookAt(steps, needs);
  for (const name in functions) if (functions[name].steps !== undefined) lookAt(functions[name].steps, needs);
  return needs;
}

function lookAt(steps, needs) {
  for (const step of steps) {
    if (step.ms > needs.longest) needs.longest = step.ms;
    if (step.probe !== undefined) needs.collects = true;
    if (step.do !== undefined) lookAt(step.do, needs);
  }
}
