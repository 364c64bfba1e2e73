-- The number by which people name an order: eight digits, the last one a Luhn check digit, unique in the organization.
-- Lock note: numbers every order, which writes each anew while orders are neither read nor written (100,000 took 15 s on a busy machine of two
-- cores), and builds an index. Nodes of the version before write the column without knowing it.

-- Seven digits, of which the first is not 0, with their check digit (ISO/IEC 7812-1, annex B): 4127036 gives 41270364.
create function with_check_digit(payload integer) returns text language sql immutable strict parallel safe as $$
  select payload::text || (10 - (
    -- Doubled, and 9 less where that has two digits.
    (payload / 1000000 % 10 * 2 - payload / 1000000 % 10 / 5 * 9) + payload / 100000 % 10
    + (payload / 10000 % 10 * 2 - payload / 10000 % 10 / 5 * 9) + payload / 1000 % 10
    + (payload / 100 % 10 * 2 - payload / 100 % 10 / 5 * 9) + payload / 10 % 10
    + (payload % 10 * 2 - payload % 10 / 5 * 9)
  ) % 10) % 10
$$;

-- A number that no order of the organization has, by chance, so that it tells neither how many there are nor which came first. The lock keeps
-- it from a transaction at the same moment, until this one is committed. Null after so many tries: when nearly all are taken, an order is
-- made without one rather than not at all.
create function free_order_number(lowest integer default 1000000, highest integer default 9999999, tries_max integer default 50)
returns text language plpgsql volatile as $$
declare
  number_tried text;
begin
  for trial in 1..tries_max loop
    number_tried := with_check_digit(lowest + floor(random() * (highest - lowest + 1))::integer);
    if pg_try_advisory_xact_lock(hashtextextended(app_org() || number_tried, 57))
      and not exists (select from orders o where o.org_id = app_org() and o.number = number_tried) then
      return number_tried;
    end if;
  end loop;
  return null;
end
$$;

alter table orders add column number text check (number ~ '^[1-9][0-9]{7}$');

-- Those of before, spread over all numbers without meeting: the factor has nothing in common with how many there are.
update orders o set number = with_check_digit(1000000 + (n.place * 6180341 % 9000000)::integer)
from (
  select org_id, id, row_number() over (partition by org_id order by md5(id)) as place from orders
) n
where o.org_id = n.org_id and o.id = n.id and n.place <= 9000000;

create unique index orders_number on orders (org_id, number);
-- Apart from the column, so that it numbers what comes now.
alter table orders alter column number set default free_order_number();
