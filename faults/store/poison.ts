// F22: a message that can never be sent, because what the store kept of it was damaged, among messages that can.
import type { Fault } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import { nodesGone } from '../stage/nodes-gone.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

const LAST_BYTE = 'octet_length(sealed_body) - 1';
const TURN = `update transmission set sealed_body = set_byte(sealed_body, ${LAST_BYTE}, 255 - get_byte(sealed_body, ${LAST_BYTE}))`;
/** What has been tried and waits for its next attempt, with its bytes fixed. */
const TRIED = `select t.id, t.fill_id from transmission t where t.channel <> 'fax' and t.kind = 'new' and t.state = 'sending'
  and t.sealed_body is not null order by t.id`;

export const poison: Fault = {
  id: 'F22',
  family: 'store',
  name: 'the sealed bytes of messages are damaged between two attempts',
  holds: 'nodes live on, the damaged ones end where somebody sees them, and all others leave',
  trials: 3,
  ciTrials: 0,
  cannotRun: withoutPostgres,
  run: (run) =>
    onStage(run, { nodes: 2, electronicOnly: true, peersProxy: true }, async (stage) => {
      stage.peersProxy.refuse(true);
      stage.peersProxy.reset();
      await stage.load.more(run.trialsMax + 2);
      const tried = (await stage.database.query(TRIED)).slice(0, run.trialsMax);
      const list = `'{${tried.map(({ id }) => String(id)).join(',')}}'`;
      await stage.database.query(`${TURN} where id = any(${list})`);
      // What a node still has in its memory goes with it.
      for (const node of stage.nodes) {
        await node.kill();
        await node.start();
      }
      stage.peersProxy.refuse(false);
      await stage.load.more(4);
      await stage.load.stop();
      await stage.settled();
      const states = await stage.database.query(
        `select id, state, coalesce(state_reason, '') as why from fill where id = any('{${tried.map((row) => String(row['fill_id'])).join(',')}}')`,
      );
      const arrived = new Set(stage.peers.log().map(({ messageId }) => messageId));
      const ends = states.map(({ state, why }) => `${String(state)} ${String(why)}`);
      const broken = [
        ...(tried.length > 0 ? [] : ['no message was between two attempts']),
        ...nodesGone(stage),
        ...states
          .filter(({ state }) => state === 'QUEUED' || state === 'SENDING')
          .map(
            ({ id, state }) => `I2: the fill ${String(id)} of a damaged message is ${String(state)} for ever`,
          ),
      ];
      // So that the judge can read what the store held before it was damaged.
      await stage.database.query(`${TURN} where id = any(${list})`);
      const verdict = await stage.settleAndJudge();
      return outcomeOf(verdict, {
        trials: tried.length,
        recoveryMs: [],
        broken,
        figures: { ends: [...new Set(ends)].join(' / '), arrived: arrived.size },
      });
    }),
};
