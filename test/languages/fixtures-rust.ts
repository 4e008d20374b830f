import type { LanguageFixture } from './fixtures.ts';

export const RUST: LanguageFixture = {
  language: 'rust',
  source: `//! Brewing.
//!
//! \`\`\`
//! assert!(true);
//! \`\`\`
#![allow(dead_code)]

#[macro_use]
extern crate steep_macros as macros;

mod leaf;
#[cfg(test)]
mod checks;
pub use self::leaf::{Leaf as Blatt, prelude::*};
use crate::{
    heat::{self, boil as cook},
    tin, // a comment, with a comma
};
use super::shop::Till;
use Grade::{Coarse, Fine};

/// Holds tea.
///
/// \`\`\`text
/// no test
/// \`\`\`
#[derive(Clone, steep::Brew)]
#[brew(level = high)]
pub struct Pot<'a, L: Pour<u8> = Blatt, const N: usize = 3>
where
    L: Rinse,
{
    pub lid: Option<Lid>,
    spout: &'a str,
}

pub struct Pair(pub u8, Lid);

pub enum Grade {
    Fine,
    Coarse(Lid),
    Dust { size: u8 },
}

pub(crate) union Raw {
    byte: u8,
}

pub trait Pour<T>: Rinse + heat::Warm<T> {
    type Cup: Clone;
    const SIZE: usize = 4;
    fn pour(&self, cup: T) -> Self::Cup;
    /// Twice.
    fn twice(&mut self) {
        self.pour(one());
        Self::rest();
    }
}

impl<'a, T, const N: usize> Pour<T> for Pot<'a, T, N>
where
    T: Rinse,
{
    type Cup = Lid;
    fn pour(&self, cup: T) -> Lid {
        let tin = cup;
        tin(tin::size(N))
    }
}

impl Pot<'_> {
    pub const DEEP: u8 = Grade::LIMIT;

    pub fn fill<F: Fn(u8) -> Lid>(&mut self, other: &Pot, Pair(first, rest): Pair, shut: F) -> Result<Self, heat::Burn> {
        other.level().lift(self.lid);
        let fresh = Kettle::new(first);
        fresh.whistle(|steam| steam + rest);
        match first {
            Grade::Fine if rest == LIMIT => shut(1),
            Dust { size } => cook(size),
            late @ 1..=5 => r#raw::r#loop(late),
            _ => std::mem::swap(first, rest),
        }
        'outer: for each in list() {
            continue 'outer;
        }
        let text = r#"fn hidden() { quiet(); }"#;
        brew!(self.lid, each::Thing::of(2), [Kettle { size: 1 }], all[0].rank());
        <Lid as Pour<u8>>::twice(&self.lid);
        generic::<Till>(text);
        inner()
    }
}

fn inner() -> impl Iterator<Item = Till> {
    fn nested() {}
    struct Local;
    nested();
    crate::heat::stove::light();
    self::lonely();
    macros::stir!();
    vec![Local]
}

static mut LEVEL: Lid = Lid::EMPTY;
const _: () = ();
type Cups<T> = Vec<Saucer<T>>;

/// Makes pots.
#[macro_export]
macro_rules! pots {
    // none
    () => {};
    ($each:expr) => {
        $crate::tin::wrap($each)
    };
}

pub mod shelf {
    //! Where pots stand.
    pub use super::Pot;
    use super::super::shop;
    pub mod deep;

    pub fn put() {
        top();
        super::inner();
        shop::open();
    }
    fn top() {}

    impl Rinse for super::Raw {
        fn rinse(self) {}
    }
}

on_kettles! {
    pub mod whistles;
    fn unseen() {}
}

/// Drains.
///
/// \`\`\`should_panic
/// drain();
/// \`\`\`
#[inline]
pub fn drain() {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn helper() -> Pot {
        Pot::sample()
    }

    /// Boils.
    #[tokio::test(flavor = "current_thread")]
    async fn boils() {
        assert_eq!(helper().level(), 3);
    }
}

#[test]
fn drains() {
    drain();
}
`,
  definitions: [
    ['Pot', 'type', '29-35', true],
    ['Pot.lid', 'variable', '33-33', true],
    ['Pot.spout', 'variable', '34-34', false],
    ['Pair', 'type', '37-37', true],
    ['Grade', 'type', '39-43', true],
    ['Grade.Fine', 'constant', '40-40', true],
    ['Grade.Coarse', 'constant', '41-41', true],
    ['Grade.Dust', 'constant', '42-42', true],
    ['Grade.Dust.size', 'variable', '42-42', true],
    ['Raw', 'type', '45-47', false],
    ['Raw.byte', 'variable', '46-46', false],
    ['Pour', 'type', '49-58', true],
    ['Pour.Cup', 'type', '50-50', true],
    ['Pour.SIZE', 'constant', '51-51', true],
    ['Pour.pour', 'method', '52-52', true],
    ['Pour.twice', 'method', '54-57', true],
    ["impl Pour<T> for Pot<'a, T, N>", 'class', '60-69', true],
    ['Pot.Cup', 'type', '64-64', true],
    ['Pot.pour', 'method', '65-68', true],
    ["impl Pot<'_>", 'class', '71-93', true],
    ['Pot.DEEP', 'constant', '72-72', true],
    ['Pot.fill', 'method', '74-92', true],
    ['inner', 'function', '95-103', false],
    ['inner.nested', 'function', '96-96', false],
    ['inner.Local', 'type', '97-97', false],
    ['LEVEL', 'variable', '105-105', false],
    ['Cups', 'type', '107-107', false],
    ['pots', 'function', '111-117', true],
    ['shelf', 'module', '119-135', true],
    ['shelf.put', 'function', '125-129', true],
    ['shelf.top', 'function', '130-130', false],
    ['shelf.impl Rinse for super::Raw', 'class', '132-134', false],
    ['shelf.Raw.rinse', 'method', '133-133', true],
    ['drain', 'function', '148-148', true],
    ['tests', 'module', '151-163', false],
    ['tests.helper', 'function', '154-156', false],
    ['tests.boils', 'function', '160-162', false],
    ['drains', 'function', '166-168', false],
  ],
  signatures: {
    Pot: "pub struct Pot<'a, L: Pour<u8> = Blatt, const N: usize = 3> where L: Rinse,",
    'Pot.fill': 'pub fn fill<F: Fn(u8) -> Lid>(&mut self, other: &Pot, Pair(first, rest): Pair, shut: F) -> Result<Self, heat::Burn>',
    "impl Pour<T> for Pot<'a, T, N>": "impl<'a, T, const N: usize> Pour<T> for Pot<'a, T, N> where T: Rinse,",
    pots: 'macro_rules! pots',
    'Pour.Cup': 'type Cup: Clone;',
  },
  docs: {
    Pot: 'Holds tea.\n\n```text\nno test\n```',
    'Pot.lid': null,
    'Pour.twice': 'Twice.',
    pots: 'Makes pots.',
    shelf: 'Where pots stand.',
    'tests.boils': 'Boils.',
    Grade: null,
  },
  references: [
    'extends steep Brew',
    'calls  brew',
    'types  Blatt',
    'types  Rinse',
    'extends  Rinse',
    'extends heat Warm',
    'types Pour Cup',
    'calls self pour',
    'calls Pour rest',
    'extends  Pour',
    'types  Pot',
    // The parameter `tin` hides no path; a call of it is one of the parameter.
    'calls tin size',
    'reads Grade LIMIT',
    'types heat Burn',
    // Receivers by the type they are declared of.
    'calls Pot level',
    'calls Kettle new',
    'calls Kettle whistle',
    'reads Grade Fine',
    'reads  LIMIT',
    'types  Dust',
    'calls  cook',
    'calls raw loop',
    'calls std.mem swap',
    'calls  list',
    'calls each.Thing of',
    'reads  Kettle',
    'calls all[0] rank',
    'calls Lid twice',
    'calls  generic',
    'types  Till',
    'calls  inner',
    'calls  nested',
    'calls crate.heat.stove light',
    'calls  lonely',
    'calls macros stir',
    'reads self lid',
    'types  Saucer',
    'calls crate.tin wrap',
    'calls shelf top',
    'calls shop open',
    'calls tests helper',
    'calls tokio test',
    'calls  drain',
  ],
  absent: [
    'calls  tin',
    'calls  shut',
    'reads  first',
    'reads  steam',
    'calls  hidden',
    'calls  quiet',
    'reads  level',
    'reads  outer',
    'types  T',
    'types  Self',
    'calls  vec',
    'calls  assert_eq',
    'reads  flavor',
    'types  Option',
    'types  Item',
    'calls  unseen',
    'reads  unseen',
  ],
  imports: [
    '>steep_macros: macros=* *=*',
    '>self.leaf: leaf=*',
    '>self.checks: checks=*',
    '>self.leaf: Blatt=Leaf',
    '>self.leaf.prelude: *=*',
    '>crate: heat=heat',
    '>$crate: heat=heat',
    '>crate.heat: cook=boil',
    '>crate: tin=tin',
    '>$crate: tin=tin',
    '>super.shop: Till=Till',
    '>self.Grade: Coarse=Coarse',
    '>self.Grade: Fine=Fine',
    'self: Pot=Pot',
    '>self: shelf.Pot=Pot',
    'super: shop=shop',
    '>self.shelf.deep: shelf.deep=* deep=*',
    '>self.whistles: whistles=*',
    'self: *=*',
    'steep: steep=*',
    'std.mem: std.mem=*',
    '$crate: brew=brew',
    'each: each=*',
    'crate.heat.stove: crate.heat.stove=*',
    '$crate: on_kettles=on_kettles',
    'tokio: tokio=*',
  ],
  inlineTests: [
    [3, 5],
    [12, 13],
    [144, 146],
    [150, 163],
    [165, 168],
  ],
};
