/**
 * The statement by which a worker takes due tasks. $1 engine, $2 owner, $3 how many it can take, $4 lease in milliseconds,
 * $5 how many may be begun on the engine, $6 those in hand already.
 */
import { statement } from '../../db/statement.ts';

/** At most one suspect is in hand at a time, so that those leased together with it lose no second attempt to it. */
const isAlone = '(lost_attempts = 0 or id = (select id from suspect))';

/**
 * A drained engine is given what was begun before, and nothing new. A lease that ran out with its owner still named was lost
 * with its process: whoever gives a task back names no owner. A task that lost an attempt is a suspect until it is saved.
 */
export const leaseTasks = statement(
  'lease_tasks',
  `with suspect as (
     select id from tasks
     where engine = $1::text and phase in ('queued', 'starting', 'running', 'saving') and lost_attempts > 0 and due_at <= now()
       and (lease_until is null or lease_until < now()) and id <> all($6::uuid[]) and not exists (
         select from tasks where engine = $1::text and phase in ('queued', 'starting', 'running', 'saving') and lost_attempts > 0
           and lease_until > now())
     order by due_at limit 1
   ), begun as (
     select id from tasks
     where engine = $1::text and phase in ('starting', 'running', 'saving') and due_at <= now() and (lease_until is null or lease_until < now())
       and id <> all($6::uuid[]) and ${isAlone}
     order by due_at limit $3::int for no key update skip locked
   ), free as (
     select greatest(0, least($3::int - (select count(*) from begun), $5::int - (
       select count(*) from tasks where engine = $1::text
         and (phase in ('starting', 'running', 'saving') or (phase = 'queued' and lease_until > now()))))) as slots
   ), drained as (
     select from engines where name = $1::text and drained_at is not null
   ), begun_again as (
     select id from tasks
     where engine = $1::text and phase = 'queued' and started_at is not null and exists (select from drained)
       and due_at <= now() and (lease_until is null or lease_until < now()) and id <> all($6::uuid[]) and ${isAlone}
     order by tier_rank, turn limit (select slots from free) for no key update skip locked
   ), queued as (
     select id from tasks
     where engine = $1::text and phase = 'queued' and not exists (select from drained)
       and due_at <= now() and (lease_until is null or lease_until < now()) and id <> all($6::uuid[]) and ${isAlone}
     order by tier_rank, turn limit (select slots from free) for no key update skip locked
   )
   update tasks set lease_owner = $2::text, lease_until = now() + $4::int * interval '1 ms', attempt = tasks.attempt + 1,
     lost_attempts = tasks.lost_attempts + (tasks.lease_owner is not null)::int
   from (select id from begun union all select id from begun_again union all select id from queued) picked
   where tasks.id = picked.id
   returning tasks.id, tasks.public_id, tasks.interface, tasks.model, tasks.engine, tasks.phase, tasks.job, tasks.attempt, tasks.tries, tasks.lost_attempts,
     tasks.start_key, tasks.operation, tasks.media,
     (extract(epoch from tasks.deadline_at - now()) * 1000)::float8 as time_left_ms, tasks.cancel_requested, tasks.created_at,
     (select json_build_object('recipe', case when parent.engine = tasks.engine then parent.recipe end, 'prompt', parent.job->>'prompt') from tasks parent where parent.id = tasks.parent_id) as parent`,
);
