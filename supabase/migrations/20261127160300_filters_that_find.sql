-- Which lists of single filters the sitemap has. Source: docs/behaviour/finding.md#addresses-of-filters

create function public.filters_that_find(today date default (now() at time zone interval '5 hours 30 minutes')::date) returns json
  language sql stable parallel safe set search_path = ''
as $$
  select coalesce(json_object_agg(name, facets), '{}') from (
    select name, json_object_agg(facet, choices) as facets from (
      select kinds.name, facet, array_agg(distinct choice) as choices
        from published.choices join content.kinds using (priority)
       where facet in ('qualification', 'state') and choice <> '' group by kinds.name, facet
      union all
      select kinds.name, 'closing', '{week}' from content.kinds
       where exists (
         select from published.choices
          where choices.priority = kinds.priority and facet = 'ends' and choice between today::text and (today + 7)::text
       )
    ) as found group by name
  ) as kind
$$;
comment on function public.filters_that_find is
  'Of every kind with filters, the choices of qualification, state and closing (in a week) that find notices: {kind: {facet: [choice]}}.';
grant execute on function public.filters_that_find to anon, authenticated;
