import type { LanguageFixture } from './fixtures.ts';

export const CSHARP: LanguageFixture = {
  language: 'csharp',
  source: `// Licence.
global using System.Linq;
using Brew.Leaf;
using static Brew.Heat.Stove;
using Tin = Brew.Tins.Tin<int>;

[assembly: Sealed("x")]
namespace Brew.Pots;

/// <summary>
/// Holds tea, see <see cref="T:Cup"/>.
/// </summary>
/// <param name="lid">Shuts it.</param>
[Brewing(Level = 3, By = typeof(Pot<>))]
public abstract partial class Pot<L> : Vessel<L>, IPourer<L>, Brew.Base.IThing where L : Leaf, new()
{
    public const int Deep = 3, Flat = Deep;
    private readonly Kettle _kettle = new();
    protected internal Lid lid;
    public event EventHandler<Spill> Spilled;

    static Pot() { Register(typeof(Pot<>)); }

    protected Pot(Lid lid, params Saucer[] saucers) : base(lid) { this.lid = lid; }

    public int Level { get; private set; } = 3;
    public Stand Stand => _kettle.Stand;
    public L this[int index] => leaves[index];

    public abstract L Steep(TimeSpan time);
    public delegate void Done(Pot<L> pot);

    /// Pours.
    public override async Task<T> Pour<T>(T cup, int turns = 0, params string[] xs) where T : Cup
    {
        _kettle.Whistle(turns);
        this._kettle.Whistle();
        base.Pour(cup);
        cup.Tilt().Drain();
        int pour = turns, light = 2;
        Pour(cup);
        Light(light);
        Stand.Turn();
        var tray = new Tray.Builder(cup) { Size = 3 }.Build();
        Bowl bowl = new(tray);
        bowl?.Stir(Tea.Green, this.Drink, spoon => spoon.Stirred());
        foreach (var lump in Lumps()) bowl.Add(lump);
        using var tap = Brew.Water.Tap.Open();
        try { tap.Run(at: 1); }
        catch (Cold error) when (error.Site > 1) { throw new SpilledException(error.Site); }
        if (cup is Mug mug && mug.IsBig) return (T)(object)mug;
        ((Beaker)cup).AsBeaker();
        (cup as Glass)!.AsGlass();
        Local(1);
        void Local(int a) { Deeper(a); }
        global::Brew.Outer.Log(nameof(Level));
        List<Sugar> sugars = all with { Count = 2 };
        var sum = from lump in sugars join spoon in spoons on lump.Id equals spoon.Id let both = lump where both.Sweet select lump.Size;
        Generic<Till>(out var rest);
        if (cup is { Rim: Rim rim, Foot: 2 }) rim.Of();
        goto end;
        end: return rest;
    }

    void IDrinker.Drink() { }

    private class Inner { void Deeper() { Drink(); } }
    public enum Tea : byte { Green = 1, Black }
    public record Sip(int Size, [Warm] Leaf Of) : ISteeped;
    public record struct Drop { public int X; }
    interface IPourable : IPourer<Leaf>, ITilted { int Edge { get; } void Tilt(); }

    public static Pot<L> operator +(Pot<L> left, Pot<L> right) => left.Join(right);
}

public static class Extensions
{
    internal static void Shake(this Pot<int> pot, int @times) => pot.Pour(@times);
}

file class Tub(Lid lid) : Vessel<Lid>(lid) { int Depth => lid.Depth; }
`,
  definitions: [
    ['Pot', 'class', '14-74', true],
    ['Pot.Deep', 'constant', '17-17', true],
    ['Pot.Flat', 'constant', '17-17', true],
    ['Pot._kettle', 'variable', '18-18', false],
    ['Pot.lid', 'variable', '19-19', true],
    ['Pot.Spilled', 'variable', '20-20', true],
    ['Pot.Pot', 'method', '22-22', false],
    ['Pot.Pot', 'method', '24-24', true],
    ['Pot.Level', 'variable', '26-26', true],
    ['Pot.Stand', 'variable', '27-27', true],
    ['Pot.Steep', 'method', '30-30', true],
    ['Pot.Done', 'type', '31-31', true],
    ['Pot.Pour', 'method', '34-63', true],
    ['Pot.Pour.Local', 'function', '55-55', false],
    ['Pot.Drink', 'method', '65-65', false],
    ['Pot.Inner', 'class', '67-67', false],
    ['Pot.Inner.Deeper', 'method', '67-67', false],
    ['Pot.Tea', 'class', '68-68', true],
    ['Pot.Tea.Green', 'constant', '68-68', true],
    ['Pot.Tea.Black', 'constant', '68-68', true],
    ['Pot.Sip', 'class', '69-69', true],
    ['Pot.Sip.Size', 'variable', '69-69', true],
    ['Pot.Sip.Of', 'variable', '69-69', true],
    ['Pot.Drop', 'class', '70-70', true],
    ['Pot.Drop.X', 'variable', '70-70', true],
    ['Pot.IPourable', 'type', '71-71', false],
    ['Pot.IPourable.Edge', 'variable', '71-71', false],
    ['Pot.IPourable.Tilt', 'method', '71-71', false],
    ['Extensions', 'class', '76-79', true],
    ['Extensions.Shake', 'method', '78-78', false],
    ['Tub', 'class', '81-81', false],
    ['Tub.Depth', 'variable', '81-81', false],
  ],
  signatures: {
    'Pot.Pour': 'public override async Task<T> Pour<T>(T cup, int turns = 0, params string[] xs) where T : Cup',
    'Pot.Steep': 'public abstract L Steep(TimeSpan time);',
    'Pot.Level': 'public int Level { get; private set; }',
    'Pot.Sip': 'public record Sip(int Size, [Warm] Leaf Of) : ISteeped;',
    'Pot.Tea': 'public enum Tea : byte',
    Tub: 'file class Tub(Lid lid) : Vessel<Lid>(lid)',
  },
  docs: { Pot: 'Holds tea, see Cup.\nlid: Shuts it.', 'Pot.Pour': 'Pours.', 'Pot.Level': null },
  references: [
    'calls around Brewing',
    'extends around Vessel',
    'extends around IPourer',
    'extends around.Brew.Base IThing',
    'types around Leaf',
    'reads Pot Deep',
    'calls around Register',
    'types around Saucer',
    // Receivers by declared type: a field, a property, a bounded parameter, a local, a pattern, a cast.
    'calls Kettle Whistle',
    'reads Kettle Stand',
    'calls Cup Tilt',
    'calls Stand Turn',
    'calls around.Tray.Builder Build',
    'calls Bowl Stir',
    'calls Bowl Add',
    'reads Cold Site',
    'reads Mug IsBig',
    'calls around.Beaker AsBeaker',
    'calls around.Glass AsGlass',
    'calls Rim Of',
    'calls Pot Join',
    'calls Pot Pour',
    'reads Lid Depth',
    'calls super Pour',
    'calls Pot Pour',
    // Named alone: of what is around, or of a static using.
    'calls around Light',
    'calls around Lumps',
    'reads around.Tray.Builder Size',
    'reads around.Tea Green',
    'calls around.Brew.Water.Tap Open',
    'calls around SpilledException',
    'calls around.Brew.Outer Log',
    'calls around Generic',
    'types around Till',
    'types around IDrinker',
    'calls around Deeper',
    'calls around Warm',
    'extends around ISteeped',
    'extends around ITilted',
  ],
  absent: [
    'types around L',
    'types around T',
    'reads around turns',
    'reads around light',
    'reads around lump',
    'reads around both',
    'reads around rest',
    'reads around at',
    'reads around Count',
    'reads around Foot',
    'reads around end',
    'reads around Level',
    'calls around nameof',
    'types around var',
    'reads around global',
    'reads around Pots',
  ],
  imports: ['System.Linq: *=*', 'Brew.Leaf: *=*', 'Brew.Heat.Stove: *=*', 'Brew.Tins.Tin: Tin=*'],
  inlineTests: [],
};
