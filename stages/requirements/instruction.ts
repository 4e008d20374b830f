/**
 * The task's one instruction. It says how work is handed in and what counts, and nothing of the source, the order of the gold
 * or which unit is ready (paper, section 2.6 and appendix C, table 8).
 */
export function instructionOf(units: number): string {
  const amount = units === 1 ? 'one requirement' : `${units} requirements`;
  return [
    '# Task',
    '',
    `The workspace holds a working project. Bring it to the state that ${amount} describe.`,
    '',
    '- Each file under `requirements/` is one development unit: read all of them before you start.',
    '- Units may depend on each other. The order is yours to find; every valid order is accepted.',
    '- Once a unit works it must go on working: its tests stay in force while you do the others.',
    '- Names, signatures, messages and formats in an Interface section are exact.',
    '- Tests that accompany a unit show how it is judged. They are restored before judging, so editing them changes nothing.',
    '- You may add tests of your own and use everything that is installed. There is no network.',
    '',
  ].join('\n');
}
